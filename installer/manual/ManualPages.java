import io.github.tensorloupe.cli.CommandEnvironment;
import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.desktop.shell.Launcher;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.regex.Pattern;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/// Writes the manual pages of all commands, and the completion script for shells.
public final class ManualPages {

  private static final String PROGRAM = "tensorloupe";

  /// The pages have no date, so that they depend on the sources only.
  private static final Options OPTIONS =
      Options.builder()
          .backend("manpage")
          .standalone(true)
          .safe(SafeMode.SAFE)
          .attributes(
              Attributes.builder().attribute("docdate", "").attribute("reproducible", "").build())
          .build();

  private static final String FOOTER = ".usage.footer";
  private static final Pattern SECTION = Pattern.compile("[A-Z][a-z]+:");

  private ManualPages() {}

  /// @param arguments the folder for the pages; the script is written to its subfolder `completion`
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Path script = Files.createDirectories(folder.resolve("completion")).resolve(PROGRAM);
    try (OutputStream out = Files.newOutputStream(script);
        Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
      commands(out).run("completion", "bash");
      CommandLine program = commands(OutputStream.nullOutputStream()).documented();
      program.setResourceBundle(pageTexts(program.getResourceBundle()));
      writePages(program, folder, asciidoctor);
    }
  }

  private static CommandLineInterface commands(OutputStream out) {
    return new CommandLineInterface(
        new CommandEnvironment(Path.of(""), out, System.err, false),
        new Launcher.WindowScreenshot());
  }

  private static void writePages(CommandLine command, Path folder, Asciidoctor asciidoctor)
      throws IOException {
    CommandSpec spec = command.getCommandSpec();
    adapt(spec);
    StringWriter page = new StringWriter();
    try (PrintWriter writer = new PrintWriter(page)) {
      ManPageGenerator.writeSingleManPage(writer, spec);
    }
    String text =
        page.toString()
            .replaceFirst("(?m)^:manmanual:.*$", ":manmanual: TensorLoupe Manual")
            .replaceFirst("(?m)^==  Exit codes:$", "== Exit status")
            .replaceAll("\\[%hardbreaks\\]\n(?=\n|==)", "");
    Files.writeString(
        folder.resolve(spec.qualifiedName("-") + ".1"), asciidoctor.convert(text, OPTIONS));
    for (CommandLine each : command.getSubcommands().values()) {
      writePages(each, folder, asciidoctor);
    }
  }

  /// Converts texts with a terminal layout to manual page markup.
  private static void adapt(CommandSpec spec) {
    spec.version(CommandLineInterface.version());
    UsageMessageSpec usage = spec.usageMessage();
    usage.customSynopsis(
        Arrays.stream(usage.customSynopsis())
            .map(line -> line.strip() + " +")
            .toArray(String[]::new));
  }

  /// Returns the help texts with manual page markup instead of a terminal layout.
  private static ResourceBundle pageTexts(ResourceBundle help) {
    Map<String, Object> texts = new HashMap<>();
    for (String key : help.keySet()) {
      texts.put(key, help.getString(key));
      if (key.endsWith(FOOTER)) {
        List<String> footer = new ArrayList<>(help.getString(key).strip().lines().toList());
        boolean beginsWithSection = SECTION.matcher(footer.getFirst()).matches();
        String heading = beginsWithSection ? footer.removeFirst() : "Notes:";
        texts.put(key + "Heading", heading.substring(0, heading.length() - 1) + "%n");
        texts.put(key, String.join("\n", footer.stream().map(ManualPages::section).toList()));
      }
    }
    return new ResourceBundle() {
      @Override
      protected Object handleGetObject(String key) {
        return texts.get(key);
      }

      @Override
      public Enumeration<String> getKeys() {
        return Collections.enumeration(texts.keySet());
      }
    };
  }

  /// Converts a line to a heading if it ends with a colon and is not a sentence.
  private static String section(String line) {
    return SECTION.matcher(line).matches()
        ? "== " + line.substring(0, line.length() - 1) + "\n"
        : line;
  }
}
