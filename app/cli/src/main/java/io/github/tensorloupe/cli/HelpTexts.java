package io.github.tensorloupe.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/// What `--help` says besides what stands in the classes of the commands: exit codes, the members
/// of JSON objects, examples.
///
/// It is read from `help.txt` only when somebody asks for help.
final class HelpTexts {

  private static final String RESOURCE = "help.txt";

  /// The texts of one command.
  private record HelpText(SequencedMap<String, String> exitCodes, List<String> lines) {

    private HelpText() {
      this(new LinkedHashMap<>(), new ArrayList<>());
    }

    private void add(String line) {
      if (line.startsWith("exit ")) {
        int colon = line.indexOf(':');
        exitCodes.put(line.substring("exit ".length(), colon), line.substring(colon + 1).strip());
      } else if (continuesParagraph(line)) {
        lines.add(lines.removeLast() + " " + line);
      } else {
        lines.add(line);
      }
    }

    private boolean continuesParagraph(String line) {
      return isOfParagraph(line)
          && !lines.isEmpty()
          && isOfParagraph(lines.getLast())
          && !lines.getLast().endsWith(":");
    }

    private static boolean isOfParagraph(String line) {
      return !line.isBlank() && !line.startsWith(" ");
    }

    private void addTo(UsageMessageSpec usage) {
      usage
          .exitCodeListHeading(exitCodes.isEmpty() ? "" : "%nExit codes:%n")
          .exitCodeList(exitCodes)
          .footer(footer());
    }

    private String[] footer() {
      int end = lines.size();
      while (end > 0 && lines.get(end - 1).isBlank()) {
        end--;
      }
      // Every line is a format of picocli's.
      return lines.subList(0, end).stream()
          .map(line -> line.replace("%", "%%"))
          .toArray(String[]::new);
    }
  }

  private HelpTexts() {}

  /// Gives a command and all commands below it their texts and headings.
  static void addTo(CommandLine root) {
    addTo(root, "", read());
  }

  private static void addTo(CommandLine command, String name, Map<String, HelpText> texts) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    usage.parameterListHeading("%nArguments:%n");
    usage.optionListHeading("%nOptions:%n");
    usage.commandListHeading("%nCommands:%n");
    HelpText text = texts.get(name);
    if (text == null) {
      throw new IllegalStateException(RESOURCE + " has no section [" + name + "]");
    }
    text.addTo(usage);
    command
        .getSubcommands()
        .forEach((each, line) -> addTo(line, (name + " " + each).strip(), texts));
  }

  /// The texts by the names of the commands below the root, such as `metadata set`.
  private static Map<String, HelpText> read() {
    Map<String, HelpText> texts = new LinkedHashMap<>();
    HelpText text = new HelpText();
    for (String line : lines()) {
      if (line.startsWith("[") && line.endsWith("]")) {
        text = new HelpText();
        texts.put(line.substring(1, line.length() - 1), text);
      } else if (!line.startsWith("#")) {
        text.add(line);
      }
    }
    return texts;
  }

  private static List<String> lines() {
    try (InputStream resource = HelpTexts.class.getResourceAsStream(RESOURCE)) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
