//! Steps of impossible patterns and of relations, read back.

use super::{Checked, Reader, Walk, digit, ensure, linked, no, word};
use std::collections::BTreeSet;
use sudoscope::evidence::{Evidence, Guarded, Impossible, Link, Right};
use sudoscope::grid::{Candidate, Candidates};
use sudoscope::testing::families;

/// `OR2{n1r2c3 n4r5c6}, OR3{…}`: what is proved of relations.
pub fn relations(text: &str) -> Checked<Vec<Vec<Candidate>>> {
    let one = |text: &str| {
        let (head, labels) = text.split_once('{').ok_or("no {")?;
        let labels = labels.strip_suffix('}').ok_or("no }")?.split(' ');
        let guardians = labels.map(word).collect::<Checked<Vec<_>>>()?;
        ensure(head == format!("OR{}", guardians.len()), "as many as the relation says")?;
        Ok(guardians)
    };
    text.split(", ").map(one).collect()
}

/// `Trid for 3 5 7 in r4c5 r4c6 …`.
pub fn impossible(body: &str) -> Checked<Evidence> {
    let (pattern, rest) = body.split_once(" for ").ok_or("no digits")?;
    let (digits, cells) = rest.split_once(" in ").ok_or("no cells")?;
    Ok(Evidence::Impossible(Impossible {
        pattern: pattern.to_string(),
        digits: digits.split(' ').map(digit).collect::<Checked<_>>()?,
        cells: cells.split(' ').map(word).collect::<Checked<_>>()?,
    }))
}

/// `Trid-OR4` and what follows it.
fn named(name: &str) -> Checked<(String, usize, &str)> {
    let (pattern, rest) = name.split_once("-OR").ok_or("no relation")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let guardians = rest[..end].parse().map_err(|_| "a number of guardians")?;
    Ok((pattern.to_string(), guardians, &rest[end..]))
}

fn guarded(pattern: String, guardians: impl IntoIterator<Item = Candidate>) -> Guarded {
    let all: Candidates = guardians.into_iter().collect();
    Guarded { pattern, guardians: all.iter().collect() }
}

/// What a kind is made of.
fn of(kind: &str) -> &'static str {
    if format!("-{kind}").ends_with("-g-whip") { "g-whip" } else { "whip" }
}

impl Reader<'_> {
    /// `Trid-OR1`, `Trid-OR9-split[2]: n9r6c6 = n6r6c6 = n6r8c7`.
    pub fn relation(&self, name: &str, body: &str) -> Checked<Evidence> {
        let (pattern, guardians, rest) = named(name)?;
        if self.rule == "last-guardian" {
            ensure(guardians == 1 && rest.is_empty() && body.is_empty(), "one guardian")?;
            return Ok(Evidence::LastGuardian { pattern });
        }
        let chain = body.split(" = ").map(word).collect::<Checked<Vec<Candidate>>>()?;
        ensure(rest == format!("-split[{}]", chain.len() - 1), "the length of the chain")?;
        // One of the two that it becomes may be known; the ends of the chain are guardians.
        let ends = chain.first().into_iter().chain(chain.last());
        let relation = guarded(pattern, self.relates.iter().flatten().chain(ends).copied());
        ensure(relation.guardians.len() == guardians, "as many as the relation says")?;
        Ok(Evidence::Split { relation, chain })
    }

    /// `Trid-OR4-whip[6]: c7n9{r8 r3} - … - OR4{{n7r7c9 n9r8c7 n7r4c8 | n4r4c6}} - c2n4{r4 .}`, and forcing
    /// whips.
    pub fn or_chain(&self, name: &str, body: &str) -> Checked<Evidence> {
        let name = name.split(" based on ").collect::<Vec<_>>();
        let (pattern, count, rest) = named(name[0])?;
        let kind = self.rule.strip_prefix(&format!("or{count}-")).ok_or("the rule is named")?;
        if let Some(labels) = name.get(1) {
            let guardians = labels.split(' ').map(word).collect::<Checked<Vec<Candidate>>>()?;
            let branches = self.branches(of(kind), body)?;
            let starts: BTreeSet<Candidate> = branches.iter().map(|branch| branch.start).collect();
            ensure(starts == guardians.iter().copied().collect(), "a branch for each guardian")?;
            let how = if self.asserted.is_empty() { "elim" } else { "val" };
            let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
            ensure(rest == format!("-{kind}-{how}[{size}]"), "the kind and the length")?;
            ensure(guardians.len() == count, "as many as the relation says")?;
            return Ok(Evidence::OrForcing { relation: guarded(pattern, guardians), branches });
        }
        let target = self.eliminated.iter().next().ok_or("something is eliminated")?;
        let family = families::named(of(kind)).ok_or("whip")?;
        let mut walk = Walk { reader: self, family, target, links: Vec::new() };
        let (all, mut relation) = (body.split(" - ").collect::<Vec<_>>(), None);
        for (k, text) in all.iter().enumerate() {
            let link = match text.strip_prefix("OR") {
                Some(text) => {
                    let link = walk.relation(count, text)?;
                    let labels = link.ignored.iter().map(|&(one, _)| one).chain([link.left]);
                    let labels = labels.chain(link.right.candidates().iter().copied());
                    ensure(relation.is_none(), "one relation")?;
                    relation = Some(guarded(pattern.clone(), labels));
                    link
                }
                None => walk.link(text, k + 1 == all.len())?,
            };
            walk.links.push(link);
        }
        let relation = relation.ok_or("no relation")?;
        ensure(relation.guardians.len() == count, "as many as the relation says")?;
        let printed = kind.replace("contrad-", "ctr-").replace("forcing-", "");
        ensure(rest == format!("-{printed}[{}]", all.len()), "the kind and the length")?;
        Ok(Evidence::OrChain { relation, links: walk.links })
    }
}

impl Walk<'_> {
    /// `4{{n7r7c9 n9r8c7 n7r4c8 | n4r4c6}}`: the first that is linked to what is just before leads on.
    fn relation(&self, count: usize, text: &str) -> Checked<Link> {
        let inside = text.strip_prefix(&format!("{count}{{{{")).and_then(|t| t.strip_suffix("}}"));
        let parts = inside.and_then(|inside| inside.split_once(" | "));
        let Some((lefts, right)) = parts else { return no(text, "a relation") };
        let lefts = lefts.split(' ').map(word).collect::<Checked<Vec<Candidate>>>()?;
        let mut lefts = lefts;
        let before = self.links.last().map_or(Right::Candidate(self.target), |k| k.right.clone());
        let is_near = |one: &Candidate| before.candidates().iter().any(|&c| linked(c, *one));
        let left = lefts.remove(lefts.iter().position(is_near).unwrap_or(0));
        let right = if right == "." { Right::Nothing } else { Right::Candidate(word(right)?) };
        let ignored = lefts.into_iter().map(|one| (one, self.excluded(one).unwrap_or(0))).collect();
        Ok(Link { variables: Vec::new(), left, from: self.links.len(), right, ignored })
    }
}
