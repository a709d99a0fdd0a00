//! Spreadsheets: `.xlsx` and `.ods` files are tables, their ids, dates and texts are kept, and the tables
//! that are written as `.xlsx` have the values of CSV files. What a file promises costs no memory.

use crate::binary::{
    EASY, W5, command, directory, ends, finished, piped, prints, refused, rows, start, stderr, stdout,
    text_of, within,
};
use std::fs::{File, read, read_to_string, write};
use std::io::Write;
use std::path::Path;
use zip::write::{SimpleFileOptions, ZipWriter};

const TYPES: &str = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#;
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

fn zipped(path: &Path, parts: &[(&str, &str)]) {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// Writes a book with these sheets, given by name and rows, and these shared texts. Style 1 is a date.
fn xlsx(path: &Path, sheets: &[(&str, &str)], shared: &str) {
    let numbered = || sheets.iter().enumerate();
    let listed: String = numbered()
        .map(|(k, (name, _))| format!(r#"<sheet name="{name}" sheetId="{k}" r:id="rId{k}"/>"#))
        .collect();
    let targets: String = numbered()
        .map(|(k, _)| {
            format!(
                r#"<Relationship Id="rId{k}" Type="{RELATIONS}/worksheet" Target="worksheets/s{k}.xml"/>"#
            )
        })
        .collect();
    let relations = |inner: &str| format!(r#"<Relationships xmlns="{PACKAGE}">{inner}</Relationships>"#);
    let outside =
        r#"<Relationship Id="out" Type="x/externalLink" Target="file:///etc/passwd" TargetMode="External"/>"#;
    let mut parts = vec![
        ("[Content_Types].xml".to_string(), TYPES.to_string()),
        (
            "_rels/.rels".to_string(),
            relations(&format!(
                r#"<Relationship Id="r" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/>"#
            )),
        ),
        (
            "xl/workbook.xml".to_string(),
            format!(r#"<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{listed}</sheets></workbook>"#),
        ),
        ("xl/_rels/workbook.xml.rels".to_string(), relations(&format!("{targets}{outside}"))),
        (
            "xl/styles.xml".to_string(),
            format!(
                r#"<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>
                </styleSheet>"#
            ),
        ),
        ("xl/sharedStrings.xml".to_string(), shared.to_string()),
    ];
    for (k, (_, rows)) in numbered() {
        let sheet = format!(r#"<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>"#);
        parts.push((format!("xl/worksheets/s{k}.xml"), sheet));
    }
    let parts: Vec<(&str, &str)> = parts.iter().map(|(name, text)| (&**name, &**text)).collect();
    zipped(path, &parts);
}

fn ods(path: &Path, tables: &str) {
    let content = format!(
        r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
         xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
         xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>{tables}
         </office:spreadsheet></office:body></office:document-content>"#
    );
    let mime = "application/vnd.oasis.opendocument.spreadsheet";
    let manifest =
        r#"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"#;
    zipped(path, &[("mimetype", mime), ("META-INF/manifest.xml", manifest), ("content.xml", &content)]);
}

fn shared(texts: &[&str]) -> String {
    let texts: String = texts.iter().map(|text| format!("<si><t>{text}</t></si>")).collect();
    format!(r#"<sst xmlns="{MAIN}">{texts}</sst>"#)
}

/// Returns a row of an `.ods` with these cells.
fn row(cells: &str) -> String {
    format!("<table:table-row>{cells}</table:table-row>")
}

/// Ids with zeros in front, dates, texts with separators and a formula with the value of another file.
#[test]
fn cells_are_read_as_fields() {
    let place = directory("sheet-cells");
    let head = r#"<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c>
        <c r="C2" t="s"><v>2</v></c><c r="D2" t="s"><v>3</v></c><c r="E2" t="inlineStr"><is><t>n</t></is></c></row>"#;
    let data = format!(
        r#"<row r="4"><c r="A4" t="s"><v>4</v></c><c r="B4" t="str"><v>{EASY}</v></c>
        <c r="C4" s="1"><v>46355</v></c><c r="D4" t="s"><v>5</v></c><c r="E4"><f>[1]Sheet1!A1</f><v>2.5</v></c></row>
        <row r="5"><c r="A5"><v>17</v></c><c r="B5"><v>4.0100000000000001E+79</v></c>
        <c r="E5" t="b"><v>1</v></c></row>"#
    );
    let texts = ["id", "puzzle", "day", "note", "007", "a, &quot;b&quot;&#10;c"];
    xlsx(&place.join("in.xlsx"), &[("Bank", &format!("{head}{data}")), ("Empty", "")], &shared(&texts));
    let string = |text: &str| {
        format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#)
    };
    let strings = |texts: &[&str]| texts.iter().map(|text| string(text)).collect::<String>();
    let value = |kind: &str, name: &str, value: &str| {
        format!(r#"<table:table-cell office:value-type="{kind}" office:{name}="{value}"/>"#)
    };
    let empty = r#"<table:table-cell table:number-columns-repeated="16384"/>"#;
    let two = r#"<table:table-cell table:number-columns-repeated="2"/>"#;
    let day = value("date", "date-value", "2026-11-29") + &string("a, \"b\"</text:p><text:p>c");
    let number = |number: &str| value("float", "value", number);
    let flag = value("boolean", "boolean-value", "true");
    let lines = [
        empty.to_string(),
        strings(&["id", "puzzle", "day", "note", "n"]),
        empty.to_string(),
        strings(&["007", EASY]) + &day + &number("2.5"),
        number("17") + &number("4.01E+79") + two + &flag,
    ];
    let lines: String = lines.iter().map(|cells| row(cells)).collect();
    let rest = row(empty).replace("-row>", "-row table:number-rows-repeated=\"1048571\">");
    let rest =
        rest.replace("</table:table-row table:number-rows-repeated=\"1048571\">", "</table:table-row>");
    ods(&place.join("in.ods"), &format!(r#"<table:table table:name="Bank">{lines}{rest}</table:table>"#));
    for name in ["in.xlsx", "in.ods"] {
        let output = ends(1, within(&place, &["rate", "-l", "BRT", "--keep", "id,day,note,n", name]));
        let rows = rows(&output);
        let of = |row: usize| rows[row].iter().collect::<Vec<_>>();
        assert_eq!(of(0), ["4", EASY, "ok", "26", "0", "007", "2026-11-29", "a, \"b\" c", "2.5"], "{name}");
        assert_eq!(
            (&rows[1][0], &rows[1][1], &rows[1][5], &rows[1][8]),
            ("5", "4.01E+79", "17", "TRUE"),
            "{name}"
        );
        assert!(
            rows[1][2]
                .contains("a program made a number of the puzzle, and rounded it: make the column text"),
            "{name}: {}",
            &rows[1][2]
        );
        // The first sheet is the only one with cells; its columns have letters' places.
        let by_place =
            ends(1, within(&place, &["rate", "-l", "BRT", "--column", "2", "--keep", "1,3,4,5", name]));
        assert_eq!(
            by_place.stdout.len(),
            output.stdout.len() - "id,day,note,n".len() + "1,3,4,5".len(),
            "{name}"
        );
    }
}

/// A grid of nine rows of cells is a puzzle, and so are nine rows in one cell.
#[test]
fn grids_of_cells_are_puzzles() {
    let place = directory("sheet-grids");
    let cell = |c: char| {
        if c == '.' {
            "<table:table-cell/>".to_string()
        } else {
            format!(r#"<table:table-cell office:value-type="float" office:value="{c}"/>"#)
        }
    };
    let cells = |k: usize| EASY[9 * k..9 * k + 9].chars().map(cell).collect::<String>();
    let grid: String = (0..9).map(|k| row(&cells(k))).collect();
    let lines: Vec<&str> = (0..9).map(|k| &W5[9 * k..9 * k + 9]).collect();
    let text = lines.join("</text:p><text:p>");
    let one = row(&format!(
        r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#
    ));
    for (name, rows, puzzle) in [("grid.ods", grid, EASY), ("cell.ods", one, W5)] {
        ods(&place.join(name), &format!(r#"<table:table table:name="a">{rows}</table:table>"#));
        let output = within(&place, &["minlex", "--format", "plain", name]);
        assert_eq!(stdout(&ends(0, output)), prints(&["minlex", "--format", "plain", puzzle]), "{name}");
    }
}

#[test]
fn a_sheet_is_chosen_by_its_name() {
    let place = directory("sheet-names");
    let row = |text: &str| format!(r#"<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>"#);
    let sheets = [("Easy", &*row(EASY)), ("Empty", ""), ("Hard &amp; long", &*row(W5))];
    xlsx(&place.join("two.xlsx"), &sheets, &shared(&[]));
    let file = "two.xlsx";
    let ask = |more: &[&str]| within(&place, &[&["minlex", "--format", "plain"][..], more, &[file]].concat());
    refused(&ask(&[]), "two.xlsx: 2 sheets have cells: Easy, Hard & long; --sheet 'Easy' reads one of them");
    refused(&ask(&["--sheet", "hrd"]), "no sheet is called 'hrd'; there are Easy, Empty, Hard & long");
    for (name, puzzle) in [("easy", EASY), ("Hard & long", W5)] {
        let output = ends(0, ask(&["--sheet", name]));
        assert_eq!(stdout(&output), prints(&["minlex", "--format", "plain", puzzle]), "{name}");
    }
    // A finished run of one sheet is none of another.
    for (sheet, puzzle) in [("Easy", EASY), ("Hard & long", W5), ("Easy", EASY)] {
        ends(0, within(&place, &["scan", "-l", "BRT", "-o", "out", "--sheet", sheet, file]));
        assert!(read_to_string(place.join("out/puzzles.csv")).unwrap().contains(puzzle), "{sheet}");
        assert!(read_to_string(place.join("out/about.json")).unwrap().contains(&format!("; sheet {sheet}")));
    }
}

/// Numbers are numbers, puzzles and ids are texts, and equal tables are equal files.
#[test]
fn a_table_has_the_values_of_csv() {
    let place = directory("sheet-out");
    let text = format!("id;note;puzzle\n007;=1+1;{EASY}\n008;\"a;b\";{W5}\n009;;hello\n");
    write(place.join("in.csv"), text).unwrap();
    let ask = ["rate", "-l", "W", "-l", "SER", "--keep", "id,note", "in.csv"];
    let csv = ends(1, within(&place, &ask));
    for name in ["a.xlsx", "b.xlsx"] {
        ends(1, within(&place, &[&ask[..], &["-o", name]].concat()));
    }
    assert_eq!(read(place.join("a.xlsx")).unwrap(), read(place.join("b.xlsx")).unwrap());
    let keep = "line,puzzle,status,clues,W,SER,id,note";
    let again =
        ends(1, within(&place, &["rate", "-l", "BRT", "--column", "puzzle", "--keep", keep, "a.xlsx"]));
    let (again, csv) = (rows(&again), rows(&csv));
    assert_eq!(again.len(), csv.len());
    for (own, expected) in again.iter().zip(&csv) {
        // A number of a spreadsheet has no zeros at its end.
        let same =
            |a: &str, b: &str| a == b || a.parse::<f64>().is_ok_and(|a| b.parse() == Ok(a) && b != "007");
        assert!(own.iter().skip(5).zip(expected).all(|(a, b)| same(a, b)), "{own:?} {expected:?}");
    }
    refused(&within(&place, &["rate", "--format", "xlsx", "in.csv"]), "--format xlsx writes a file: -o FILE");
    refused(&within(&place, &["rate", "in.csv", "-o", "c.xlsx", "--resume"]), "cannot be resumed");
    // Reports and choices have the format, too.
    ends(1, within(&place, &["scan", "-l", "W", "--format", "csv,xlsx", "-o", "out", "in.csv"]));
    assert!(place.join("out/ratings.xlsx").exists());
    ends(0, within(&place, &["select", "out", "-o", "chosen.xlsx"]));
    ends(0, within(&place, &["compare", "out", "out", "--format", "xlsx", "-o", "both.xlsx"]));
    assert_eq!(rows(&within(&place, &["rate", "chosen.xlsx"])).len(), 2);
}

/// Files that promise more than they have, or unpack to very much, are refused with little memory.
#[test]
fn bombs_are_refused() {
    let place = directory("sheet-bombs");
    let cell = r#"<row r="1"><c r="A1" t="s"><v>0</v></c></row>"#;
    let sst =
        |inner: &str, count: &str| format!(r#"<sst xmlns="{MAIN}" uniqueCount="{count}">{inner}</sst>"#);
    let long = "1".repeat(5 << 20);
    let table = |rows: &str| format!(r#"<table:table table:name="a">{rows}</table:table>"#);
    let number = |repeats: &str| {
        let cell = format!(r#"<table:table-cell {repeats} office:value-type="float" office:value="1"/>"#);
        format!(r#"<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>"#)
    };
    let blanks = r#"<text:p><text:s text:c="4000000000"/></text:p>"#;
    let blanks = row(&format!(r#"<table:table-cell office:value-type="string">{blanks}</table:table-cell>"#));
    type Case<'a> = (&'a str, Box<dyn Fn(&Path) + 'a>, &'a str);
    let cases: [Case; 8] = [
        (
            "promise.xlsx",
            Box::new(|path| xlsx(path, &[("a", cell)], &sst("<si><t>x</t></si>", "99999999999"))),
            "too much to be read",
        ),
        (
            "many.xlsx",
            Box::new(|path| xlsx(path, &[("a", cell)], &sst(&"<si/>".repeat(5 << 20), "1"))),
            "more than 4194304 texts",
        ),
        (
            "long.xlsx",
            Box::new(|path| xlsx(path, &[("a", cell)], &shared(&[&long]))),
            "a tag or a text is too long",
        ),
        (
            "cut.xlsx",
            Box::new(|path| xlsx(path, &[("a", "<row>")], &shared(&[]))),
            "damaged spreadsheet data",
        ),
        (
            "far.xlsx",
            Box::new(|path| {
                xlsx(path, &[("a", r#"<row r="4000000000"><c><v>1</v></c></row>"#)], &shared(&[]))
            }),
            "not in order",
        ),
        (
            "rows.ods",
            Box::new(|path| ods(path, &table(&number(r#"table:number-columns-repeated="16384""#)))),
            "more than 4194304 cells",
        ),
        ("blanks.ods", Box::new(|path| ods(path, &table(&blanks))), "very many blanks"),
        (
            "cut.ods",
            Box::new(|path| ods(path, "<table:table table:name='a'><table:table-row>")),
            "damaged spreadsheet data",
        ),
    ];
    for (name, make, expected) in cases {
        let path = place.join(name);
        make(&path);
        let (output, peak) = finished(start(&mut command(&["rate", text_of(&path)])));
        refused(&output, &format!("{name}: "));
        assert!(stderr(&output).contains(expected), "{name}: {}", stderr(&output));
        assert!(peak < 200_000, "{name}: {peak} KB");
    }
}

/// Other archives and older spreadsheets are named, with what to do.
#[test]
fn other_archives_are_named() {
    let place = directory("sheet-others");
    zipped(&place.join("a.zip"), &[("bank.csv", EASY)]);
    zipped(&place.join("b.xlsb"), &[("[Content_Types].xml", TYPES), ("xl/workbook.bin", "")]);
    write(place.join("c.xls"), [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 600]].concat()).unwrap();
    xlsx(&place.join("d.xlsx"), &[("a", "")], &shared(&[]));
    for (name, expected) in [
        ("a.zip", "a.zip: this is a zip archive: decompress it first"),
        ("b.xlsb", "(.xlsb): save it as .xlsx"),
        ("c.xls", "(.xls), or one with a password: save it as .xlsx"),
        ("d.xlsx", "no sheet has a cell"),
    ] {
        refused(&within(&place, &["check", name]), expected);
    }
    let piped = piped(&["check", "-"], &read(place.join("d.xlsx")).unwrap());
    refused(&piped, "a spreadsheet, which is read from a file: name it");
}
