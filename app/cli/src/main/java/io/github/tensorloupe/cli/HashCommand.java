package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.work.Cancellation;
import picocli.CommandLine.Command;

@Command(name = "hash")
final class HashCommand extends ReadingCommand {

  private static final String UNDEFINED = "-";

  private final Table table = new Table("", "");
  private boolean hasHashes;

  @Override
  void begin() {
    for (HashKind kind : HashKind.values()) {
      table.measure(kind.title().toString(), "");
    }
  }

  @Override
  ExitCode process(OpenedFile opened) throws IOException {
    Location location = opened.report().location();
    long byteCount = opened.file().bytes().length();
    FileHashes hashes =
        FileHashes.of(
            opened.file(), Cancellation.NEVER, reading.ofFile(location.path(), byteCount));
    errors.printErrors(opened.report());
    hasHashes = true;
    print(json(location, hashes::get), text -> print(location, hashes, text));
    return opened.report().exitCode();
  }

  private static JsonObject json(Location file, Function<HashKind, Optional<String>> hashes) {
    JsonObject json = new JsonObject(file);
    for (HashKind kind : HashKind.values()) {
      json.with(kind.jsonName(), hashes.apply(kind));
    }
    return json;
  }

  private void print(Location location, FileHashes hashes, TextPrinter text) {
    text.line(text.heading(location));
    for (HashKind kind : HashKind.values()) {
      text.line("  " + table.row(kind.title().toString(), hashes.get(kind).orElse(UNDEFINED)));
    }
    text.line("");
  }

  @Override
  void printUnreadable(Report report) {
    printJson(json(report.location(), _ -> Optional.empty()));
  }

  @Override
  ExitCode finish() {
    for (HashKind kind : hasHashes ? HashKind.values() : new HashKind[0]) {
      String purpose = kind.purpose() + " It " + kind.editEffect().phrase() + ".";
      String row = table.row(kind.title().toString(), purpose);
      printText(text -> text.line(text.paint(Style.FAINT, row)));
    }
    return ExitCode.FINE;
  }
}
