package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.survey.Part;
import io.github.tensorloupe.survey.SurveyOutput;
import io.github.tensorloupe.survey.SurveyRun;
import io.github.tensorloupe.survey.SurveyRun.Summary;
import io.github.tensorloupe.survey.ValueDepth;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "survey")
final class SurveyCommand extends ResultCommand implements ChangesFiles {

  private static final Pattern PART = Pattern.compile("(\\d{1,9})/(\\d{1,9})");
  private static final int MAX_PARTS = 999_999_999;

  @Parameters(paramLabel = "PATH", arity = "1..*")
  private List<String> arguments;

  @Option(names = "--out", paramLabel = "FILE", required = true)
  private Path out;

  @Option(names = "--part", paramLabel = "I/N")
  private Optional<String> part = Optional.empty();

  @Option(names = "--resume")
  private boolean isResumed;

  @Option(names = "--values", paramLabel = "DEPTH")
  private ValueDepth depth = ValueDepth.NONE;

  @Mixin private ScanFlags flags;

  @Override
  ExitCode run() throws IOException {
    SurveyRun.Plan plan =
        new SurveyRun.Plan(
            paths(), part.map(this::part).orElse(Part.WHOLE), depth, flags.scan().threadCount());
    Path file = output();
    Summary summary;
    try (Interruption interruption = Interruption.watch();
        SurveyOutput output = SurveyOutput.open(file, isResumed)) {
      Progress watched = environment.isErrWatched() ? progress : Progress.NONE;
      SurveyRun run = new SurveyRun(plan, output, interruption, watched);
      try {
        summary = run.run();
        if (!output.isAtPath()) {
          errors.print("%s was moved or deleted while it was written.".formatted(out));
          return ExitCode.FAILURE;
        }
      } catch (CancellationException e) {
        errors.print(
            "Interrupted: %s in %s. Use --resume to continue."
                .formatted(TextPrinter.count(run.summary().files(), "file"), out));
        return ExitCode.FAILURE;
      }
    } catch (FileAlreadyExistsException e) {
      throw new InputException("%s already exists. Use --resume to continue it.".formatted(out));
    }
    // Printed after the table has been forced to the disk.
    print(json(summary), text -> text.line(sentence(summary)));
    boolean hasErrors = summary.badFiles() + summary.errors() > 0;
    return summary.unread() > 0 ? ExitCode.FAILURE : hasErrors ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private Path output() {
    Path file = resolve(out).toAbsolutePath();
    if (Files.isDirectory(file)) {
      throw new InputException("%s is a folder.".formatted(out));
    }
    if (!Files.isDirectory(file.getParent())) {
      throw new InputException("The folder of %s does not exist.".formatted(out));
    }
    if (CheckpointFinder.hasCheckpointName(file)) {
      throw new InputException(
          "%s has the name of a checkpoint; choose another name for the table.".formatted(out));
    }
    return file;
  }

  private SequencedMap<String, Path> paths() {
    SequencedMap<String, Path> paths = new LinkedHashMap<>();
    for (String argument : arguments) {
      try {
        Path path = typedPath(argument);
        if (Files.notExists(path)) {
          throw new InputException("The file %s does not exist.".formatted(argument));
        }
        paths.put(argument, path);
      } catch (IOException e) {
        throw new InputException(ErrorOutput.sentence(e));
      }
    }
    return paths;
  }

  private Part part(String text) {
    Matcher numbers = PART.matcher(text);
    if (!numbers.matches()
        || Integer.parseInt(numbers.group(1)) >= Integer.parseInt(numbers.group(2))) {
      throw usage(
          "Invalid value for option '--part': '%s' is not I/N with I from 0 to N - 1 and N up to %d"
              .formatted(text, MAX_PARTS));
    }
    return new Part(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
  }

  private JsonObject json(Summary summary) {
    return new JsonObject()
        .with("path", out.toString())
        .with("files", summary.files())
        .with("filesBefore", summary.filesBefore())
        .with("sameFiles", summary.sameFiles())
        .with("badFiles", summary.badFiles())
        .with("tensors", summary.tensors())
        .with("errors", summary.errors());
  }

  private String sentence(Summary summary) {
    List<String> facts = new ArrayList<>();
    facts.add(TextPrinter.count(summary.files(), "file"));
    facts.add(TextPrinter.count(summary.tensors(), "tensor"));
    addCount(facts, summary.filesBefore(), "file", " from before");
    addCount(facts, summary.sameFiles(), "file", " not read twice");
    addCount(facts, summary.badFiles(), "file", " with errors");
    addCount(facts, summary.errors(), "other error", "");
    return TextPrinter.shown(out.toString()) + ": " + String.join(", ", facts);
  }

  private static void addCount(List<String> facts, long count, String noun, String remark) {
    if (count > 0) {
      facts.add(TextPrinter.count(count, noun) + remark);
    }
  }
}
