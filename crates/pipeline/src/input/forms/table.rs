//! The table of all forms of puzzles, with an example of each.

use super::{Form, Scope, columns, constraints, links, matrix, packed_string, read_cells, read_sukaku, rows};
use super::{solo, states, words};
use crate::input::{object, records};
use sudoscope_engine::grid::SUKAKU_LENGTH;

/// All forms of puzzles. The forms of a text are tried in this order.
pub static FORMS: [Form; 25] = [
    Form {
        name: "81 cells, then anything",
        example: "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75 ED=7.1",
        from: "`.sdm`, lists of all kinds; blanks are `.` `0` `*` `_` `-`",
        scope: Scope::Part,
        read: |text| read_cells(text).ok().map(Ok),
    },
    Form {
        name: "729 marks, then anything",
        example: SUKAKU,
        from: "sukakus: cell by cell the digits that are left",
        scope: Scope::Part,
        read: read_sukaku,
    },
    Form {
        name: "a library line",
        example: ":0607-1:28:.+85+3...6.+2....47+3..3....1..+3+4+2...+85.6.+8.43....7.82.3..+8+1+345967+2..\
            .+2+3+8...9+2416+7+5+83:623 924 925 929 933 439 939 149 166 168 169:257::",
        from: "HoDoKu: `+` before what was placed on the way, and deleted candidates as digit, row, column",
        scope: Scope::Part,
        read: states::library,
    },
    Form {
        name: "a state",
        example: "+71..+8...4..27..83.+3+85..6+19+7+1.8.+625+7+35+2.13+7.+8..37+85..1..+7.5.836.2+5.6..+7+4\
            8+86..7....:214 425 426 175 975",
        from: "its cells and deleted candidates alone; blanks may also be `x` `X` `?` `o` `O` here, if all \
            are the same",
        scope: Scope::Part,
        read: states::marked,
    },
    Form {
        name: "a packed string",
        example: "vu4804032o1508g080030k10o888882647046888g06828060k10029k260b90478go003g0g95090b0b6a2c00g0\
            bcg038ga8g9ao1506601oh847063a2ag288gg8g0626c082c2k20b159818920k9ag9462044",
        from: "sudokuwiki: for each cell two digits of base 32, the lowest bit for a clue, the others for \
            candidates; or `S9B` and two digits of base 36 for each cell",
        scope: Scope::Part,
        read: packed_string::read,
    },
    Form {
        name: "constraints on cells",
        example: ".~R1C3_3~R1C4_4~R2C2_5~R2C6_9~R2C7_1~R2C8_2~R3C1_7~R3C5_2~R4C2_1~R4C4_5~R4C6_7~R4C9_8~R\
            5C1_6~R5C5_9~R5C9_7~R6C8_3~R6C9_4~R7C3_2~R8C8_9~R9C1_9~R9C5_6~R9C6_1~R9C8_7~R9C9_5",
        from: "Interactive Sudoku Solver, also in its links (`?q=`): digits and lists of digits; other rules \
            name a board (docs/boards.md), or are named",
        scope: Scope::Part,
        read: constraints::read,
    },
    Form {
        name: "a game id",
        example: "3x3:b3_4f5c9_1_2a7c2e1a5a7b8_6c9c7g3_4b2m9a9c6_1a7_5",
        from: "Solo of Simon Tatham's collection, also its saved games: a letter is a run of blanks; other \
            rules name a board, or are named",
        scope: Scope::Part,
        read: solo::read,
    },
    Form {
        name: "cells or rows apart",
        example: "..34.....+.5...912.+7...2....+.1.5.7..8+6...9...7+.......34+..2......+.......9.+9...61.75",
        from: "links, arrays of programs, one line of a spreadsheet: 81 cells or lists, 27 minirows or 9 \
            rows",
        scope: Scope::Part,
        read: words::read,
    },
    Form {
        name: "nine rows",
        example: "*-----------*\n|..3|4..|...|\n|.5.|..9|12.|\n|7..|.2.|...|\n|---+---+---|\n|.1.|5.7|..8|\n|\
            6..|.9.|..7|\n\
            |...|...|.34|\n|---+---+---|\n|..2|...|...|\n|...|...|.9.|\n|9..|.61|.75|\n*-----------*",
        from: "`.sdk` (`#` lines, or the section `[Puzzle]`), `.ss`, any frame; `+` before what was \
            placed; spaces for blanks between bars; fields that may be empty",
        scope: Scope::Text,
        read: rows::read,
    },
    Form {
        name: "nine rows of lists",
        example: PENCILMARKS,
        from: "pencilmarks of players and of `explain`: a state; `(5)` `<5>` `[5]` are given, `*5*` `u5` \
            are placed, `_` is a cell without candidates, other marks make no difference",
        scope: Scope::Text,
        read: rows::read,
    },
    Form {
        name: "a matrix",
        example: "board = np.array([[0,0,3,4,0,0,0,0,0],[0,5,0,0,0,9,1,2,0],[7,0,0,0,2,0,0,0,0],[0,1,0,5,0,7,\
            0,0,8],[6,0,0,0,9,0,0,0,7],[0,0,0,0,0,0,0,3,4],[0,0,2,0,0,0,0,0,0],[0,0,0,0,0,0,9,0,9],[9,0,0\
            ,0,6,1,0,7,5]])",
        from: "programs and what they print, on one line or on many: nine cells between any brackets, \
            separated by commas, blanks, bars or `&`; `5.0` is 5, `None` `nil` `null` `NaN` are blanks",
        scope: Scope::Text,
        read: matrix::read,
    },
    Form {
        name: "a board of cells",
        example: BOARD,
        from: "states of web apps: 81 cells or nine rows of cells, or cells that name their places; which \
            are given, and marks",
        scope: Scope::Text,
        read: object::read_cells,
    },
    Form {
        name: "a column of a table",
        example: "17,..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75,x",
        from: "ML sets (`quizzes,solutions`; `id,puzzle,solution,…`), also with `;` or tabs; of several \
            puzzles the first with blanks",
        scope: Scope::Text,
        read: columns::find,
    },
    Form {
        name: "a word among others",
        example: "0000183b305c ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...\
            61.75  1.2",
        from: "sudoku-exchange (`hash puzzle rating`)",
        scope: Scope::Text,
        read: columns::find,
    },
    Form {
        name: "a link",
        example: "https://www.sudokuwiki.org/sudoku.htm?bd=139005648720090010400001792001600907003008001070\
            002030084000179002007000007009254",
        from: "sites that write cells, a state or a packed string into an address, in any parameter",
        scope: Scope::Text,
        read: links::read,
    },
    Form {
        name: "a link with an object",
        example: "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QlQEMBXNACwHsAnBfVAcyogBMEBtN4\
            AX2W95ABuhLMVwBmBhAEwAdgjRVRPUEJG4ALJOlz4Cpb2WGDBgLrJOywcNEIArFtnzFMI3zdW1CFCHpTHu50tVG3gARgcdP\
            Rd+YNwAJginfW4zTg8QgHZEgOTXIOt47Ki84xTzd1iEcJ8/SMDS9Nx7Gu0k6IqChCyW/2LS/M94AA4iwNSVTvgANlHc/pjJ\
            719WnPaSicHu5d6x8vX9hcGJHrrkxoRNE7aucddz+ASr1YO3Q1v514/7pdrr03LvrM1l9KtMgQMQtVtqdgRtMuDDiFmtDri\
            YTFwgA",
        from: "f-puzzles; SudokuPad (`fpuz…`, `scl…`, `ctc…`): where it has classic rules only; other \
            rules name a board, or are named",
        scope: Scope::Text,
        read: links::read,
    },
    Form {
        name: "a link with drawings",
        example: "https://swaroopg92.github.io/penpa-edit/#m=edit&p=ZdGxEsIgDADQnc/InIEAhZRv8BysG8e5uDk4e\
            F3otd8usBTjpXR4ByEkn/X5fq0417CMGqmGZd0Xu/aRShp7ZJWAAMHURZCPshwJACmrrdziVh4x5R3LErf6v8YNrIaYwNYt/Q\
            CCpQbuBGcaTAP4BvMAoQENwA3MCZNrEAaQOzyLHEGLa4MROcLUgE/gfsQP4ESlzCIHafl+0rIBpGWxZGQLyJo/8aIasr\
            JPZGdZj/t9dp3SvY4My6VObFdf",
        from: "penpa-edit (`#m=edit&p=`, `#m=solve&p=`): digits on a board of 9 × 9; anything else drawn on \
            it is named",
        scope: Scope::Text,
        read: links::read,
    },
    Form {
        name: "in other text",
        example: "> 1. **..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75*\
            *",
        from: "posts, attributes, quoted code: the only 81 cells together",
        scope: Scope::Text,
        read: columns::among,
    },
    Form {
        name: "an object of JSON",
        example: "{\"id\": 17, \"puzzle\": \"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.....\
            ........9.9...61.75\"}",
        from: "JSON lines (`.jsonl`, `.ndjson`): members are the columns",
        scope: Scope::Input,
        read: object::first,
    },
    Form {
        name: "an object of a site",
        example: SITE,
        from: "f-puzzles; SudokuPad (`cells`, `regions`), not packed: in lines, lists and files, or a \
            member of an object; other rules name a board, or are named",
        scope: Scope::Input,
        read: object::first,
    },
    Form {
        name: records::JSON.name,
        example: "{\n  \"seed\": 5,\n  \"puzzle\": [\n    [0,0,3,4,0,0,0,0,0],\n    \
            [0,5,0,0,0,9,1,2,0],\n    [7,0,0,0,2,0,0,0,0],\n    [0,1,0,5,0,7,0,0,8],\n    \
            [6,0,0,0,9,0,0,0,7],\n    [0,0,0,0,0,0,0,3,4],\n    [0,0,2,0,0,0,0,0,0],\n    \
            [0,0,0,0,0,0,9,0,9],\n    [9,0,0,0,6,1,0,7,5]\n  ]\n}",
        from: "files and answers of programs: boards, texts or objects, in lists or under names, over \
            any lines",
        scope: Scope::Input,
        read: |text| records::JSON.first(text),
    },
    Form {
        name: records::IN_TEXT.name,
        example: "const PUZZLES = [\n  { name: 'x', puzzle: \"..34......5...912.7...2.....1.5.7..86...9..\
            .7.......34..2.............9.9...61.75\", },\n];",
        from: "JavaScript, JSON5, pages with scripts, ipuz: names without quotes, other quotes, commas too \
            many, remarks",
        scope: Scope::Input,
        read: |text| records::IN_TEXT.first(text),
    },
    Form {
        name: records::TOML.name,
        example: "[[puzzle]]\nname = \"x\"\ngrid = \"..34......5...912.7...2.....1.5.7..86...9...7.......\
            34..2.............9.9...61.75\"",
        from: "tables of names and values: members are the columns",
        scope: Scope::Input,
        read: |text| records::TOML.first(text),
    },
    Form {
        name: records::SAVED_GAME.name,
        example: "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Solo\nP\
            ARAMS  :3:3x3\nDESC    :52:b3_4f5c9_1_2a7c2e1a5a7b8_6c9c7g3_4b2m9a9c6_1a7_5",
        from: "Solo of Simon Tatham's collection",
        scope: Scope::Input,
        read: |text| records::SAVED_GAME.first(text),
    },
    Form {
        name: records::XML.name,
        example: "<opensudoku>\n  <game data=\"003400000050009120700020000010507008600090007000000034002000\
            000000000090900061075\" note=\"x\" />\n</opensudoku>",
        from: "OpenSudoku (`.opensudoku`), SudokuSolver (`.sdku`: cells), others: puzzles in attributes or \
            texts",
        scope: Scope::Input,
        read: |text| records::XML.first(text),
    },
];

const BOARD: &str = "\
    [{\"r\":0,\"c\":2,\"v\":3},{\"r\":0,\"c\":3,\"v\":4},{\"r\":1,\"c\":1,\"v\":5},\
    {\"r\":1,\"c\":5,\"v\":9},{\"r\":1,\"c\":6,\"v\":1},{\"r\":1,\"c\":7,\"v\":2},\
    {\"r\":2,\"c\":0,\"v\":7},{\"r\":2,\"c\":4,\"v\":2},{\"r\":3,\"c\":1,\"v\":1},\
    {\"r\":3,\"c\":3,\"v\":5},{\"r\":3,\"c\":5,\"v\":7},{\"r\":3,\"c\":8,\"v\":8},\
    {\"r\":4,\"c\":0,\"v\":6},{\"r\":4,\"c\":4,\"v\":9},{\"r\":4,\"c\":8,\"v\":7},\
    {\"r\":5,\"c\":7,\"v\":3},{\"r\":5,\"c\":8,\"v\":4},{\"r\":6,\"c\":2,\"v\":2},\
    {\"r\":7,\"c\":7,\"v\":9},{\"r\":8,\"c\":0,\"v\":9},{\"r\":8,\"c\":4,\"v\":6},\
    {\"r\":8,\"c\":5,\"v\":1},{\"r\":8,\"c\":7,\"v\":7},{\"r\":8,\"c\":8,\"v\":5}]";

const SITE: &str = "\
    {\"size\":9,\"title\":\"x\",\"grid\":[[{},{},{\"value\":3,\"given\":true},{\"value\":4,\"given\":t\
    rue},{},{},{},{},{}],[{},{\"value\":5,\"given\":true},{},{},{},{\"value\":9,\"given\":true},{\"val\
    ue\":1,\"given\":true},{\"value\":2,\"given\":true},{}],[{\"value\":7,\"given\":true},{},{},{},{\"\
    value\":2,\"given\":true},{},{},{},{}],[{},{\"value\":1,\"given\":true},{},{\"value\":5,\"given\":\
    true},{},{\"value\":7,\"given\":true},{},{},{\"value\":8,\"given\":true}],[{\"value\":6,\"given\":\
    true},{},{},{},{\"value\":9,\"given\":true},{},{},{},{\"value\":7,\"given\":true}],[{},{},{},{},{}\
    ,{},{},{\"value\":3,\"given\":true},{\"value\":4,\"given\":true}],[{},{},{\"value\":2,\"given\":tr\
    ue},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{\"value\":9,\"given\":true},{}],[{\"value\":9,\"give\
    n\":true},{},{},{},{\"value\":6,\"given\":true},{\"value\":1,\"given\":true},{},{\"value\":7,\"giv\
    en\":true},{\"value\":5,\"given\":true}]]}";

const SUKAKU: &str = {
    #[expect(clippy::indexing_slicing, reason = "at compile time")]
    const TEXT: [u8; SUKAKU_LENGTH] = {
        let mut text = [b'.'; SUKAKU_LENGTH];
        let mut k = 0;
        while k < text.len() {
            text[k] = if k % 11 == 2 { b'.' } else { b'1' + (k % 9) as u8 };
            k += 1;
        }
        text
    };
    match str::from_utf8(&TEXT) {
        Ok(text) => text,
        Err(_) => "",
    }
};

const PENCILMARKS: &str = "\
    ,--------------,-----------------,-----------------,\n\
    | 1   7   245  | 245   9    56   | 456   8    3    |\n\
    | 3   8   9    | 2457  146  1567 | 1456  246  2456 |\n\
    | 6   45  245  | 3     8    15   | 1459  7    2459 |\n\
    :--------------+-----------------+-----------------:\n\
    | 45  9   3    | 1     2    8    | 7     46   456  |\n\
    | 8   45  1    | 6     7    3    | 459   24   2459 |\n\
    | 7   2   6    | 9     5    4    | 3     1    8    |\n\
    :--------------+-----------------+-----------------:\n\
    | 9   1   458  | 458   46   2    | 468   3    7    |\n\
    | 45  3   4578 | 4578  146  1567 | 2     9    46   |\n\
    | 2   6   478  | 478   3    9    | 48    5    1    |\n\
    '--------------'-----------------'-----------------'";
