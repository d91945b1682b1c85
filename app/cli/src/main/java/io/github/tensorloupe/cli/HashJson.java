package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import java.util.Optional;

/// The objects of `hash --json`.
final class HashJson implements HashPrinter {

  private final JsonLines lines;

  HashJson(JsonLines lines) {
    this.lines = lines;
  }

  @Override
  public void print(Report report, Optional<FileHashes> hashes) {
    lines.line(
        json -> {
          json.writeStringField("path", report.location().text());
          JsonMembers members = new JsonMembers(json);
          for (HashKind kind : HashKind.values()) {
            members.text(kind.jsonName(), hashes.flatMap(all -> all.get(kind)).orElse(null));
          }
        });
  }
}
