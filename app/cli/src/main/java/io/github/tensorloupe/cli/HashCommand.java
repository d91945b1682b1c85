package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Column;
import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.work.Cancellation;
import picocli.CommandLine.Command;

/// Prints all hashes of files, and for people their purpose at the end.
@Command(name = "hash")
final class HashCommand extends ReadingCommand {

  private static final String UNDEFINED = "-";

  /// The JSON object for a file; null is a hash that it does not have.
  private record HashResult(
      String path,
      String sha256,
      String dataSha256,
      String autoV2,
      String autoV3,
      String sshsModelHash,
      String sshsLegacyHash,
      String modelHash) {

    static HashResult of(Location file, Optional<FileHashes> hashes) {
      return new HashResult(
          file.text(),
          hash(hashes, HashKind.SHA256),
          hash(hashes, HashKind.DATA_SHA256),
          hash(hashes, HashKind.AUTO_V2),
          hash(hashes, HashKind.AUTO_V3),
          hash(hashes, HashKind.SSHS_MODEL_HASH),
          hash(hashes, HashKind.SSHS_LEGACY_HASH),
          hash(hashes, HashKind.MODEL_HASH));
    }

    private static String hash(Optional<FileHashes> hashes, HashKind kind) {
      return hashes.flatMap(all -> all.get(kind)).orElse(null);
    }
  }

  private final Table table = new Table(Column.text(""), Column.text(""));
  private boolean hasHashes;

  HashCommand(CommandEnvironment environment, FileOpener opener) {
    super(environment, opener);
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
            opened.file(), Cancellation.NEVER, reading().ofFile(location.path(), byteCount));
    errors().printErrors(opened.report());
    hasHashes = true;
    print(HashResult.of(location, Optional.of(hashes)), text -> print(location, hashes, text));
    return opened.report().exitCode();
  }

  private void print(Location location, FileHashes hashes, TextPrinter text) {
    text.line(text.paint(Style.STRONG, TextPrinter.shown(location.text())));
    for (HashKind kind : HashKind.values()) {
      text.line("  " + table.row(kind.title().toString(), hashes.get(kind).orElse(UNDEFINED)));
    }
    text.line("");
  }

  @Override
  void printUnreadable(Report report) {
    printer().printJson(HashResult.of(report.location(), Optional.empty()));
  }

  @Override
  ExitCode finish() {
    if (hasHashes) {
      printer().printText(this::printPurposes);
    }
    return ExitCode.FINE;
  }

  private void printPurposes(TextPrinter text) {
    for (HashKind kind : HashKind.values()) {
      String purpose = kind.purpose() + " It " + kind.editEffect().phrase() + ".";
      text.line(text.paint(Style.FAINT, table.row(kind.title().toString(), purpose)));
    }
  }
}
