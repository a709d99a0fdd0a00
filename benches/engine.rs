//! The engine alone, one thread, on the embedded collection: `cargo bench`. Whole-program figures with their
//! ratios to other raters come from `scripts/bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use sudoscope::brute;
use sudoscope::grid::{Cells, Grid, parse_puzzle};
use sudoscope::ladder::Ladder;
use sudoscope::solve::{Effort, Solver};

/// The first puzzles of the embedded collection.
fn puzzles(count: usize) -> Vec<[Cells; 9]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/random-10k.txt");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().take(count).map(|line| parse_puzzle(line.as_bytes()).unwrap()).collect()
}

fn ladders(c: &mut Criterion) {
    let puzzles = puzzles(500);
    let mut group = c.benchmark_group("rate 500 of random-10k");
    group.throughput(Throughput::Elements(puzzles.len() as u64)).sample_size(10);
    for name in ["BRT", "S", "W", "B", "S+W"] {
        let ladder = [Ladder::named(name).unwrap()];
        let mut solver = Solver::new();
        group.bench_function(name, |bench| {
            bench.iter(|| {
                for clues in &puzzles {
                    black_box(solver.rate(clues, &ladder, Effort::default()));
                }
            });
        });
    }
    group.finish();
}

fn validation(c: &mut Criterion) {
    let grids: Vec<Grid> = puzzles(2000).iter().map(Grid::from_clues).collect();
    let mut group = c.benchmark_group("count solutions of 2000 of random-10k");
    group.throughput(Throughput::Elements(grids.len() as u64)).sample_size(20);
    group.bench_function("brute force, limit 2", |bench| {
        bench.iter(|| grids.iter().map(|grid| brute::solutions(grid, 2).0).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, ladders, validation);
criterion_main!(benches);
