//! What the program itself has to say: findings, reasons to stop, and what `koma db` tells.

koma_text::findings! {
    /// Every finding of the program's own.
    pub static FINDINGS;

    error "ini-empty" ini_empty() { "there is no section in this file", "見出し（[名前]）のないファイルです" }
    error "undecodable-bytes" not_utf8() { "the line is not UTF-8", "UTF-8の行ではありません" }
    error "line-too-long" line_too_long() { "the line has more than a million bytes", "行が長すぎます（100万バイトまで）" }
    error "unreadable-file" unreadable_file(name, error) { "{name}: {error}", "{name} を読めません: {error}" }
    error "game-lost" games_not_written(name, count) { "{name}: {count} games are not written", "{name}: {count}局は書けませんでした" }
    error "game-lost" records_not_written(count, total, format, list) {
        "{count} of {total} games are not written, {format} cannot hold them: {list}",
        "{total}局のうち{count}局は{format}に書けません: {list}"
        help "`--to json` writes every game", "`--to json` はどの対局も書きます"
    }
    error "damaged-record" damaged_record(error) { "{error}", "棋譜が壊れています: {error}" }
    error "damaged-records" damaged_records(count) {
        "{count} records are damaged and not written", "壊れた棋譜が{count}件あり、書けませんでした"
        help "`koma db verify` says how, `koma db restore` puts a backup in their place",
            "koma db verify で調べ、koma db restore でバックアップに戻せます"
    }
}

koma_text::phrases! {
    /// Every other sentence of the program's own.
    pub static PHRASES;

    cannot_read(name, error) { "cannot read {name}: {error}", "{name} を読めません: {error}" }
    cannot_read_input(error) { "cannot read standard input: {error}", "標準入力を読めません: {error}" }
    cannot_write(name, error) { "cannot write {name}: {error}", "{name} に書けません: {error}" }
    cannot_write_out(error) { "cannot write: {error}", "書けません: {error}" }
    cannot_make(name, error) { "cannot make {name}: {error}", "{name} を作れません: {error}" }
    cannot_start(error) { "cannot start: {error}", "開始できません: {error}" }
    address_in_use(error) {
        "{error}; `--port N` takes another, `--port 0` any that is free",
        "{error}。--port N で別の番号、--port 0 で空いている番号を使えます"
    }
    about(name, error) { "{name}: {error}", "{name}：{error}" }
    about_line(name, line, error) { "{name}, line {line}: {error}", "{name} の{line}行目: {error}" }
    too_large(name, most) { "{name} is larger than {most} MB", "{name} が大きすぎます（{most} MBまで）" }
    stays_as_it_is(name) { "{name} is there already, and stays as it is", "{name} はすでにあるため、変更しません" }
    would_be_written_over(name) { "{name} is read and would be written over; --force does so", "{name} は読み込み元です。上書きするなら --force を付けてください" }
    which_format(name) { "{name}: which format is that?", "{name}: 形式がわかりません" }
    several_need_folder() { "several records need a folder to go to: -o DIR", "複数の棋譜はフォルダーに書きます: -o DIR" }
    one_game_a_file(format) { "a file of {format} holds one game: name a folder, -o DIR/", "{format}は一つのファイルに一局です。フォルダーを指定してください: -o DIR/" }
    pictures_need_folder(count) { "{count} pictures need a folder: -o FOLDER (or --html, --gif)", "図が{count}枚あります。フォルダーを指定してください: -o FOLDER（または --html、--gif）" }
    film_of_one_game() { "a film shows one game", "動画にできるのは一局です" }
    scale_range(scale) { "--scale must be from 0.05 to 20, not {scale}", "--scale は 0.05 から 20 までです（{scale} ではなく）" }

    no_command() { "a command is needed: this program is built without the server (try --help)", "コマンドが必要です。サーバーなしで作られたプログラムです（--help を参照）" }
    flags_of_server() { "the flags of the server stand after `serve`, or alone (try --help)", "サーバーのオプションは serve の後に書くか、それだけで使います（--help を参照）" }
    no_position(error) { "this is no position: {error}", "局面を読めません: {error}" }
    no_move(number, error) { "move {number}: {error}", "{number}手目: {error}" }
    illegal_move(number, usi, code, reason) { "move {number}, {usi}, is illegal: {code}: {reason}", "{number}手目の {usi} は指せません: {code}: {reason}" }
    no_handicap(game, name) { "{game} has no handicap `{name}`", "{game} に手合割「{name}」はありません" }
    no_handicap_of(game, name, known) { "{game} has no handicap `{name}`; it has {known}", "{game} に手合割「{name}」はありません。あるのは {known} です" }
    form_of_option(text) { "an option is written NAME=VALUE, not `{text}`", "オプションは NAME=VALUE の形で書きます（「{text}」ではなく）" }
    not_playable(name) { "{name} cannot be played", "{name} は指せません" }
    none_playable(name) { "no variant of {name} can be played", "{name} に指せる将棋がありません" }
    has_errors(name) { "{name} has errors", "{name} に誤りがあります" }
    no_variant(name) { "there is no variant `{name}`", "将棋の種類「{name}」はありません" }
    no_variant_but(name, near) { "there is no variant `{name}`; did you mean {near}?", "将棋の種類「{name}」はありません。{near} のことですか？" }
    no_variant_listed(name) { "there is no variant `{name}`; see `koma variant list`", "将棋の種類「{name}」はありません。koma variant list で一覧を見られます" }
    no_variant_in(file, name) { "{file} has no variant `{name}`", "{file} に「{name}」はありません" }
    no_variant_in_but(file, name, near) { "{file} has no variant `{name}`; did you mean {near}?", "{file} に「{name}」はありません。{near} のことですか？" }
    form_of_name() { "a name is 1 to 40 letters, digits, `-` and `_`", "名前は文字、数字、-、_ で40字までです" }
    game_over() { "the game is over where it should begin", "始めの局面ですでに終局しています" }

    no_piece(name) { "no shipped piece has the id or name `{name}`", "付属の駒に「{name}」はありません" }
    no_piece_but(name, near) { "no shipped piece has the id or name `{name}`; did you mean `{near}`?", "付属の駒に「{name}」はありません。「{near}」のことですか？" }
    no_piece_in(name, file) { "no piece `{name}` in {file}", "{file} に駒「{name}」はありません" }
    no_readable_piece(file) { "{file} has no readable piece", "{file} に読める駒がありません" }
    no_such_reading() { "no piece shown has that reading", "その読み方のある駒がありません" }
    fix_needs_file() { "--fix needs a file, not standard input", "--fix にはファイルが必要です（標準入力ではなく）" }
    several_need_fix() { "several files need --fix or --check", "複数のファイルには --fix か --check を付けてください" }
    json_needs_file() { "--json needs -o FILE: standard output holds the findings", "--json には -o FILE が必要です（標準出力は指摘に使います）" }
    request_has_errors() { "the request has errors", "指定に誤りがあります" }

    not_playable_here() { "this game cannot be played here", "この将棋のルールがありません" }
    record_not_playable(name, number) { "{name}: the game of record {number} cannot be played here", "{name}: {number}番目の棋譜の将棋はルールがありません" }
    no_such_game(name, count, wanted) { "{name} has {count} games, not {wanted}", "{name} は{count}局です（{wanted}番はありません）" }
    games_readable(count) { "the file has {count} games that can be read", "このファイルで読める対局は{count}局です" }
    no_such_position() { "there is no such position (no bookmark, no move)", "その局面はありません（しおりや指し手がありません）" }
    moves_up_to(last) { "the record has moves up to {last}", "棋譜は{last}手までです" }
    lines_of_record(count) { "the record has {count} lines", "棋譜の手順は{count}通りです" }
    nothing_to_merge() { "there is no record to merge", "まとめる棋譜がありません" }
    merge_by_force(name, error) { "{name}: {error}; `--force` keeps the second under the first", "{name}：{error}。--force を付けると、二つ目を一つ目の下に残します" }
    no_problem() { "there is no problem in what was given", "詰将棋が見つかりません" }
    odd_mates() { "a mate has an odd number of moves", "詰みの手数は奇数です" }
    no_mates(game) { "{game} has no mates with drops", "{game} に駒を打つ詰将棋はありません" }

    no_seconds(text) { "{text} is no number of seconds", "{text} は秒の数ではありません" }
    how_long() { "how long may they think? --nodes, --depth, --movetime, --main or --byoyomi", "考える長さを指定してください: --nodes、--depth、--movetime、--main、--byoyomi" }
    no_opening(name) { "there is no opening in {name}", "{name} に開始局面がありません" }
    one_variant() { "name one variant", "将棋の種類を一つ指定してください" }
    not_better() { "what was learnt does not win against what it started from; nothing is written", "学習前より強くならなかったため、何も書きませんでした" }

    no_database(url, maker) { "there is no database at {url} ({maker} makes one)", "{url} にデータベースがありません（{maker} で作れます）" }
    read_only() { "this writes: it does not go with --read-only", "書き込むコマンドは --read-only と一緒に使えません" }
    use_pg_restore() { "PostgreSQL is restored with pg_restore", "PostgreSQL は pg_restore で戻します" }
    imported(read, known, bad, added, duplicates, seconds, speed) {
        "{read} files read, {known} were in already, {bad} with errors; {added} games stored, {duplicates} were in already; {seconds} s, {speed} games/s",
        "{read}ファイルを読みました（{known}は取り込み済み、{bad}に誤り）。{added}局を保存、{duplicates}局は保存済み。{seconds}秒、毎秒{speed}局"
    }
    and_more(name, count) { "{name}: and {count} more", "{name}: ほか{count}件" }
    exported(games, losses) { "{games} games written, {losses} losses", "{games}局を書きました（書けなかったもの{losses}件）" }
    converted(files, games, errors, warnings, losses) {
        "{files} files, {games} games written: {errors} errors, {warnings} warnings, {losses} losses",
        "{files}ファイル、{games}局を書きました（エラー{errors}、警告{warnings}、書けなかったもの{losses}件）"
    }
    verified(records, positions, games, events, faults) {
        "{records} records, {positions} positions, {games} live games, {events} events: {faults} faults",
        "棋譜{records}、局面{positions}、オンライン対局{games}、出来事{events}：異常{faults}件"
    }
    found(shown, total) { "{shown} of {total} records", "{total}件のうち{shown}件" }
    found_more(shown, total, cursor) { "{shown} of {total} records (--cursor {cursor} goes on)", "{total}件のうち{shown}件（続きは --cursor {cursor}）" }
    explored(total, sente, gote, draws) { "{total} games: sente {sente}, gote {gote}, draws {draws}", "{total}局：先手{sente}、後手{gote}、引き分け{draws}" }
    after_moves(moves) { "(after {moves} moves)", "（{moves}手目の後）" }
    copied(file, url) { "{file} is a whole copy of {url}", "{url} を {file} に写しました" }
    restored(url, file) { "{url} is what {file} was", "{url} を {file} の内容に戻しました" }
    rescued(tables, records) { "{tables} tables end in damage, {records} records cannot be read", "{tables}の表が途中で壊れており、{records}件の棋譜は読めません" }
    no_record(id) { "there is no record {id}", "棋譜 {id} はありません" }
    no_stored_variant(id) { "there is no variant {id}", "将棋 {id} はありません" }
    no_key(name) { "there is no key of the name `{name}`", "「{name}」という名前の鍵はありません" }
    no_account(name) { "there is no account `{name}`", "アカウント「{name}」はありません" }
    no_bench_game(name) { "no game is called `{name}` (`koma variant list`)", "「{name}」という将棋はありません（koma variant list で一覧）" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_said_in_both_languages() {
        assert_eq!(koma_text::finding_faults(super::FINDINGS), Vec::<String>::new());
        assert_eq!(koma_text::template_faults(super::PHRASES), Vec::<String>::new());
    }
}
