package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Header;

/// The objects of `metadata show --json`.
final class MetadataShowJson implements InfoPrinter {

  private final JsonLines lines;

  MetadataShowJson(JsonLines lines) {
    this.lines = lines;
  }

  @Override
  public void print(Report report, Header header) {
    lines.line(
        json -> {
          json.writeStringField("path", report.location().text());
          new JsonMembers(json).metadata(header.metadata());
        });
  }
}
