package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.text.ProgramFacts;

/// Reports as a log in the Static Analysis Results Interchange Format (SARIF) 2.1.0 of OASIS.
///
/// Each finding is a result of the rule with its code. A file that cannot be read has no results;
/// the reason is a notification about the run.
///
/// @param base the folder of the addresses, written as `%SRCROOT%`; other files are absolute
record SarifLog(URI base, List<Report> reports) {

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  /// Sufficient to distinguish the findings of a run.
  private static final int FINGERPRINT_DIGITS = 16;

  /// @param fetched a summary of the downloaded bytes
  JsonObject json(Optional<JsonObject> fetched) {
    List<FindingCode> rules =
        checked()
            .flatMap(report -> report.findings().stream())
            .map(Finding::code)
            .sorted()
            .distinct()
            .toList();
    JsonObject driver =
        new JsonObject()
            .with("name", "TensorLoupe")
            .with("version", ProgramFacts.version())
            .with("rules", rules.stream().map(SarifLog::rule));
    JsonObject run =
        new JsonObject()
            .with("tool", new JsonObject().with("driver", driver))
            .with("invocations", List.of(invocation()))
            .with(
                "artifacts", reports.stream().map(Report::location).distinct().map(this::artifact))
            .with("results", checked().flatMap(report -> results(report, rules)));
    fetched.ifPresent(value -> run.with("properties", new JsonObject().with("fetched", value)));
    return new JsonObject()
        .with("$schema", SCHEMA)
        .with("version", "2.1.0")
        .with("runs", List.of(run));
  }

  private Stream<Report> checked() {
    return reports.stream().filter(report -> report.verdict() != LoadVerdict.UNREADABLE);
  }

  private Stream<Report> unreadable() {
    return reports.stream().filter(report -> report.verdict() == LoadVerdict.UNREADABLE);
  }

  private static JsonObject rule(FindingCode code) {
    String words = code.spelling().replace('-', ' ');
    return new JsonObject()
        .with("id", code.spelling())
        .with(
            "shortDescription",
            text(words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1)))
        .with("defaultConfiguration", new JsonObject().with("level", level(code.severity())));
  }

  private JsonObject invocation() {
    return new JsonObject()
        .with("executionSuccessful", unreadable().findAny().isEmpty())
        .with(
            "toolExecutionNotifications",
            unreadable()
                .flatMap(
                    report ->
                        report.findings().stream().map(finding -> notification(report, finding))));
  }

  private JsonObject notification(Report report, Finding finding) {
    return new JsonObject()
        .with("descriptor", new JsonObject().with("id", finding.code().spelling()))
        .with("level", level(finding.severity()))
        .with("message", text(finding.message()))
        .with("locations", List.of(location(report, finding)));
  }

  private Stream<JsonObject> results(Report report, List<FindingCode> rules) {
    Map<String, Integer> occurrences = new HashMap<>();
    return report.findings().stream()
        .map(
            finding ->
                new JsonObject()
                    .with("ruleId", finding.code().spelling())
                    .with("ruleIndex", Collections.binarySearch(rules, finding.code()))
                    .with("level", level(finding.severity()))
                    .with("message", text(finding.message()))
                    .with("locations", List.of(location(report, finding)))
                    .with("partialFingerprints", fingerprints(finding, occurrences)));
  }

  private JsonObject location(Report report, Finding finding) {
    JsonObject place =
        new JsonObject().with("artifactLocation", artifactLocation(report.location()));
    finding
        .range()
        .filter(range -> range.byteCount() > 0)
        .ifPresent(range -> place.with("region", region(range)));
    JsonObject location = new JsonObject().with("physicalLocation", place);
    finding
        .tensor()
        .ifPresent(
            name ->
                location.with(
                    "logicalLocations",
                    List.of(
                        new JsonObject().with("fullyQualifiedName", name).with("kind", "tensor"))));
    return location;
  }

  private static JsonObject region(ByteRange range) {
    return new JsonObject().with("byteOffset", range.begin()).with("byteLength", range.byteCount());
  }

  /// Returns a text under a name that GitHub reads. Without it, GitHub's uploader would compute the
  /// hash of each file as a text.
  ///
  /// @param occurrences the numbers of findings with equal code and tensor so far; updated
  private static JsonObject fingerprints(Finding finding, Map<String, Integer> occurrences) {
    String key = finding.code().spelling() + '\0' + finding.tensor().orElse("");
    int number = occurrences.merge(key, 1, Integer::sum);
    String hash = Sha256.hex(key).substring(0, FINGERPRINT_DIGITS);
    return new JsonObject().with("primaryLocationLineHash", hash + ":" + number);
  }

  private JsonObject artifact(Location location) {
    return new JsonObject().with("location", artifactLocation(location));
  }

  private JsonObject artifactLocation(Location location) {
    URI uri = base.relativize(uri(location));
    JsonObject result =
        new JsonObject().with("uri", uri.toString().isEmpty() ? "./" : uri.toASCIIString());
    return uri.isAbsolute() ? result : result.with("uriBaseId", "%SRCROOT%");
  }

  private static URI uri(Location location) {
    boolean isLocal = location.path().getFileSystem() == FileSystems.getDefault();
    if (isLocal && RemoteAccess.looksLikeAddress(location.text())) {
      try {
        // An address that cannot be opened has no path.
        return new URI(null, null, location.text(), null);
      } catch (URISyntaxException e) {
        // Not even an address.
      }
    }
    return location.path().toUri().normalize();
  }

  private static String level(Severity severity) {
    return severity == Severity.INFO ? "note" : severity.spelling();
  }

  private static JsonObject text(String text) {
    return new JsonObject().with("text", text);
  }
}
