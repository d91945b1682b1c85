import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.cli.Surroundings;
import io.github.tensorloupe.desktop.shell.WindowScreenshot;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/// Writes the manual pages of all commands, and the script by which shells complete them.
public final class ManualPages {

  private static final String PROGRAM = "tensorloupe";

  /// Without a date, the same source gives the same page on every day.
  private static final Options OPTIONS =
      Options.builder()
          .backend("manpage")
          .standalone(true)
          .safe(SafeMode.SAFE)
          .attributes(
              Attributes.builder().attribute("docdate", "").attribute("reproducible", "").build())
          .build();

  private static final Pattern SECTION = Pattern.compile("[A-Z][a-z]+:");

  private ManualPages() {}

  /// @param arguments the folder for the pages; the script goes into `completion` below it
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Path script = Files.createDirectories(folder.resolve("completion")).resolve(PROGRAM);
    try (OutputStream out = Files.newOutputStream(script);
        Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
      commands(out).run("completion", "bash");
      writePages(commands(OutputStream.nullOutputStream()).documented(), folder, asciidoctor);
    }
  }

  private static CommandLineInterface commands(OutputStream out) {
    return new CommandLineInterface(
        new Surroundings(Path.of(""), out, System.err, false), new WindowScreenshot());
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

  /// Gives texts that are laid out for a terminal the marks of a page.
  private static void adapt(CommandSpec spec) {
    spec.version(CommandLineInterface.version());
    UsageMessageSpec usage = spec.usageMessage();
    usage.customSynopsis(
        Arrays.stream(usage.customSynopsis())
            .map(line -> line.strip() + " +")
            .toArray(String[]::new));
    List<String> footer =
        new ArrayList<>(Arrays.stream(usage.footer()).dropWhile(String::isBlank).toList());
    boolean beginsWithSection = !footer.isEmpty() && SECTION.matcher(footer.getFirst()).matches();
    String heading = beginsWithSection ? footer.removeFirst() : "Notes:";
    usage.footerHeading(heading.substring(0, heading.length() - 1) + "%n");
    usage.footer(footer.stream().map(ManualPages::section).toArray(String[]::new));
  }

  /// A line that ends with a colon and is no sentence becomes a heading.
  private static String section(String line) {
    return SECTION.matcher(line).matches()
        ? "== " + line.substring(0, line.length() - 1) + "\n"
        : line;
  }
}
