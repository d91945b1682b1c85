package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.config.ConfigCheck;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.work.Cancellation;
import picocli.CommandLine.Command;

/// Prints the quantization schemes of weights, and findings about quantized weights.
@Command(name = "quantization")
final class QuantizationCommand extends ReadingCommand {

  /// @param ofConfig the findings about the configuration
  private record Examined(Location location, Quantization quantization, List<Finding> ofConfig) {

    /// @param isConfigUsed true if the configuration belongs to a quantized file in the folder
    List<Finding> findings(boolean isConfigUsed) {
      boolean isOwnConfig = !isConfigUsed || !quantization.weights().isEmpty();
      return quantization.allFindings().stream()
          .filter(finding -> isOwnConfig || !Quantization.OF_OTHER_FILES.contains(finding.code()))
          .toList();
    }
  }

  @Override
  ExitCode process(Location argument, List<Target> targets) {
    ExitCode worst = ExitCode.FINE;
    List<Examined> examined = new ArrayList<>();
    for (Target target : targets) {
      try (OpenedFiles files =
          OpenedFiles.open(target.location(), List.of(target), opener, errors)) {
        worst = worst.or(files.exitCode());
        files.refusals.forEach(this::printUnreadable);
        // Unreadable files may contain parts of weights.
        if (files.refusals.isEmpty()) {
          for (CheckpointPart part : files.parts) {
            Quantization quantization =
                Quantization.of(part, Cancellation.NEVER).examined(Cancellation.NEVER, progress);
            // JSON output has no lines about the configuration.
            List<Finding> ofConfig =
                isJson
                    ? List.of()
                    : ConfigCheck.of(part, Optional.of(quantization), Cancellation.NEVER)
                        .findings();
            examined.add(new Examined(target.location(), quantization, ofConfig));
          }
        }
      } catch (IOException e) {
        worst = worst.or(process(opener.unreadable(target.location(), e)));
      }
    }
    Set<Path> quantizedFolders =
        examined.stream()
            .filter(each -> !each.quantization().weights().isEmpty())
            .map(each -> each.location().path().toAbsolutePath().getParent())
            .collect(Collectors.toCollection(TreeSet::new));
    for (Examined each : examined) {
      Path folder = each.location().path().toAbsolutePath().getParent();
      worst = worst.or(print(each, each.findings(quantizedFolders.contains(folder))));
    }
    return worst;
  }

  @Override
  void printUnreadable(Report report) {
    report.findings().stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .forEach(finding -> printJson(json(report.location(), finding)));
  }

  private ExitCode print(Examined examined, List<Finding> findings) {
    Location location = examined.location();
    if (isJson) {
      examined.quantization().weights().forEach(weight -> printJson(json(location, weight)));
      findings.forEach(finding -> printJson(json(location, finding)));
    } else {
      printText(text -> print(examined, findings, text));
    }
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR)
        ? ExitCode.FINDINGS
        : ExitCode.FINE;
  }

  private static JsonObject json(Location location, QuantizedWeight weight) {
    JsonObject parts = new JsonObject();
    weight.parts().forEach((role, tensor) -> parts.with(role.spelling(), tensor.info().name()));
    JsonObject json =
        new JsonObject(location)
            .with("name", weight.name())
            .with("scheme", weight.scheme().spelling());
    if (!weight.variant().isEmpty()) {
      json.with("variant", weight.variant());
    }
    return json.with("bits", bits(weight.bits()))
        .with("groupSize", weight.groupSize())
        .with("shape", weight.shape())
        .with("parts", parts)
        .with("findings", findingCodes(weight));
  }

  /// Returns an integer if the width is one.
  static Object bits(double bits) {
    return bits == Math.rint(bits) ? (Object) (int) bits : bits;
  }

  private static Stream<String> findingCodes(QuantizedWeight weight) {
    return weight.findings().stream().map(finding -> finding.code().spelling()).distinct();
  }

  private static JsonObject json(Location location, Finding finding) {
    return new JsonObject(location)
        .with("finding", finding.code().spelling())
        .with("severity", finding.severity().spelling())
        .with("tensor", finding.tensor())
        .with("message", finding.message());
  }

  private static void print(Examined examined, List<Finding> findings, TextPrinter text) {
    Quantization quantization = examined.quantization();
    text.gap();
    text.line(text.heading(examined.location()) + ": " + summary(quantization));
    if (!quantization.weights().isEmpty()) {
      quantization.details().forEach(line -> text.line("  " + TextPrinter.shown("" + line)));
      text.table(
          quantization.weights(),
          QuantizationCommand::cells,
          weight -> weight.findings().isEmpty() ? Style.PLAIN : Style.BAD,
          "NAME SCHEME >BITS >GROUP SHAPE FINDINGS".split(" "));
    }
    for (Finding finding : examined.ofConfig()) {
      if (finding.code().isAboutQuantizationSettings() && !findings.contains(finding)) {
        text.line("  Configuration: " + TextPrinter.shown(finding.message()));
      }
    }
    CheckCommand.print(findings, text);
  }

  static String summary(Quantization quantization) {
    List<QuantizedWeight> weights = quantization.weights();
    if (weights.stream().anyMatch(each -> !each.scheme().isDecoded() && each.shape().isEmpty())) {
      return "%d quantized weights, not decoded here".formatted(weights.size());
    }
    if (!weights.isEmpty()) {
      String summary = "%.1f %% of the parameters are quantized, %.2f bits per parameter";
      double percent = 100 * quantization.quantizedShare();
      return String.format(Locale.ROOT, summary, percent, quantization.bitsPerParameter());
    }
    if (quantization.isUnknown()) {
      return "quantized, but not decoded here";
    }
    boolean isUnread =
        quantization.findings().stream()
            .anyMatch(finding -> finding.code() == FindingCode.CONFIG_UNREADABLE);
    return isUnread
        ? "no quantized weights found without the configuration, which could not be read"
        : "no quantized weights";
  }

  private static String[] cells(QuantizedWeight weight) {
    OptionalLong groupSize = weight.groupSize();
    return new String[] {
      DisplayText.of(weight.name()),
      weight.scheme().spelling(),
      TextPrinter.figure(
          weight.bits() == Math.rint(weight.bits()) ? "%.0f" : "%.2f", weight.bits()),
      groupSize.isPresent() ? String.valueOf(groupSize.getAsLong()) : TextPrinter.NO_FIGURE,
      weight.shape().map(Shape::toString).orElse("?"),
      findingCodes(weight).collect(Collectors.joining(", "))
    };
  }
}
