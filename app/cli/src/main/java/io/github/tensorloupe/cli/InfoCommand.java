package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Quantities;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "info")
final class InfoCommand extends ReadingCommand {

  private static final int VALUE_LIMIT = 200;
  private static final int SHAPE_LIMIT = 60;

  @Option(names = "--summary")
  private boolean isSummary;

  @Override
  ExitCode process(Target target) {
    return isSummary ? summarize(target) : super.process(target);
  }

  @Override
  ExitCode process(Report unreadable) {
    return isSummary ? summarize(Target.unusable(unreadable)) : super.process(unreadable);
  }

  private ExitCode summarize(Target target) {
    TargetSummary summary =
        TargetSummary.of(target, new Checker(opener, Optional.empty(), reading));
    if (isJson) {
      summary.reportsWithErrors().forEach(errors::printErrors);
      summary
          .remarks()
          .forEach(remark -> errors.print(summary.report().location().text() + ": " + remark));
      printJson(summary.json());
    } else if (summary.report().verdict() == LoadVerdict.UNREADABLE) {
      errors.printErrors(summary.report());
    } else {
      printText(summary::print);
    }
    return summary.exitCode();
  }

  @Override
  ExitCode process(OpenedFile opened) {
    Report report = opened.report();
    Header header = opened.header();
    List<TensorInfo> tensors =
        header.tensors().isEmpty() ? List.of() : opened.file().tensorsInFileOrder();
    errors.printErrors(report);
    print(
        json(report, header, tensors.stream().map(tensor -> json(tensor, opened.file()))),
        text -> print(report, header, tensors, text));
    return report.exitCode();
  }

  private static JsonObject json(Report report, Header header, Stream<JsonObject> tensors) {
    return CheckCommand.json(report)
        .with("metadata", header.metadata().map(Metadata::entries))
        .with("tensors", tensors);
  }

  private static JsonObject json(TensorInfo tensor, TensorFile file) {
    JsonObject json =
        new JsonObject()
            .with("name", tensor.name())
            .with("dtype", tensor.dtype().name())
            .with("shape", tensor.shape());
    Optional<ForeignTensor> foreign = file.foreign(tensor);
    if (foreign.isEmpty()) {
      return json.with("begin", tensor.begin()).with("end", tensor.end());
    }
    boolean isDirect = foreign.get().begin().isPresent();
    json.with("begin", isDirect ? Optional.of(tensor.begin()) : Optional.empty())
        .with("end", isDirect ? Optional.of(tensor.end()) : Optional.empty())
        .with("sourceDtype", foreign.get().sourceDtype());
    foreign.get().sourceShape().ifPresent(shape -> json.with("sourceShape", shape));
    return json.with("sharesWith", foreign.get().sharesWith());
  }

  @Override
  void printUnreadable(Report report) {
    print(
        json(report, Header.EMPTY, Stream.empty()),
        text -> {
          if (report.verdict() != LoadVerdict.UNREADABLE) {
            print(report, Header.EMPTY, List.of(), text);
          }
        });
  }

  private static void print(
      Report report, Header header, List<TensorInfo> tensors, TextPrinter text) {
    text.gap();
    text.line(text.heading(report.location()) + ": " + String.join(", ", facts(report, text)));
    header.metadata().ifPresent(metadata -> print(metadata, text));
    if (!tensors.isEmpty()) {
      String[] titles = "NAME DTYPE SHAPE >SIZE >BEGIN >END".split(" ");
      text.table(tensors, InfoCommand::cells, _ -> Style.PLAIN, titles);
    }
  }

  private static List<String> facts(Report report, TextPrinter text) {
    List<String> facts = new ArrayList<>();
    if (report.verdict() == LoadVerdict.REFUSED) {
      String error = report.shownError().map(variant -> " (" + variant + ")").orElse("");
      facts.add(text.paint(Style.BAD, "refused" + error));
    }
    if (report.kind() != FileKind.SAFETENSORS) {
      facts.add(report.description());
    }
    report.tensorCount().ifPresent(count -> facts.add(TextPrinter.count(count, "tensor")));
    if (report.kind() == FileKind.SAFETENSORS) {
      report.headerLength().ifPresent(length -> facts.add("header " + Quantities.bytes(length)));
    }
    if (report.kind().mayHaveHeader()) {
      report.dataLength().ifPresent(length -> facts.add("data " + Quantities.bytes(length)));
    }
    return facts;
  }

  private static void print(Metadata metadata, TextPrinter text) {
    text.line(
        metadata.entries().isEmpty()
            ? "  metadata without entries"
            : text.paint(Style.FAINT, "  METADATA"));
    text.entries(metadata, VALUE_LIMIT);
  }

  private static String[] cells(TensorInfo tensor) {
    boolean isRange = Long.compareUnsigned(tensor.begin(), tensor.end()) <= 0;
    return new String[] {
      DisplayText.of(tensor.name()),
      tensor.dtype().name(),
      DisplayText.of(tensor.shape().toString(), SHAPE_LIMIT),
      isRange ? Quantities.bytes(tensor.byteCount()) : "?",
      Long.toUnsignedString(tensor.begin()),
      Long.toUnsignedString(tensor.end())
    };
  }
}
