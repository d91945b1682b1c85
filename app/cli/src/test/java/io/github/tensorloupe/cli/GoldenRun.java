package io.github.tensorloupe.cli;

import io.github.tensorloupe.save.FileOperations;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import picocli.CommandLine;

/// Runs command lines in a folder, and describes their results independent of time and machine.
final class GoldenRun {

  /// The modification time of all files before the first command.
  private static final FileTime TIME = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));

  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");

  /// A manifest contains the version of the program, whose length varies.
  private static final Pattern MANIFEST_SIZE =
      Pattern.compile("(\"byteCount\":|tensors, )\\d[\\d.]*( k?B)?");

  private static final Pattern EACH = Pattern.compile("\\{(\\w+/)?}");
  private static final Pattern PICTURE = Pattern.compile("data:image/png;base64,([A-Za-z0-9+/=]+)");
  private static final List<String> TEXT_FILES = List.of(".json", ".jsonl", ".csv", ".html");

  /// A pace that advances its clock instead of waiting.
  private static final class InstantPace implements WatchCommand.Pace {

    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void rest(Duration duration) {
      nanos += duration.toNanos();
    }
  }

  /// The results of a command line, or of a pattern for several command lines.
  ///
  /// @param rans the results by command line
  /// @param files the changed files: text files with their content, other files with a digest,
  ///   deleted files with an empty text
  private record Series(Map<String, Ran> rans, Map<String, String> files) {}

  private final Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final Path folder;
  private final Path home;
  private final List<Series> series = new ArrayList<>();
  private Map<String, String> begin = Map.of();
  private Map<String, String> current = Map.of();

  /// @param folder created, with a folder of settings and caches next to it
  GoldenRun(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder).toRealPath();
    this.home = Path.of(this.folder + "-home");
  }

  Path folder() {
    return folder;
  }

  /// Starts a series of commands after the folder has been filled.
  void begin() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.filter(path -> !Files.isSymbolicLink(path)).toList()) {
        Files.setLastModifiedTime(path, TIME);
      }
    }
    begin = states();
    current = begin;
  }

  /// Runs a command line, which may contain placeholders. `**` stands for all checkpoint files.
  /// With `{}`, there is a separate command line for each of them, and with `{folder/}` for each of
  /// them in a folder; `{n}` is its number. `{cases}` stands for the command lines of
  /// `expected.json`.
  void run(String command, boolean isJson) throws IOException {
    List<String> commands = new ArrayList<>();
    if (command.startsWith("{cases}")) {
      for (String each : GoldenInputs.cases(folder)) {
        commands.add(isJson ? each.replaceFirst(" ", " --json ") : each);
      }
    } else if (EACH.matcher(command).find()) {
      String each = EACH.matcher(command).results().findFirst().orElseThrow().group();
      String beginning = each.substring(1, each.length() - 1);
      for (String file : checkpoints()) {
        if (file.startsWith(beginning)) {
          String number = String.valueOf(commands.size());
          commands.add(command.replace(each, file).replace("{n}", number));
        }
      }
    } else {
      commands.add(command);
    }
    Map<String, Ran> rans = new LinkedHashMap<>();
    for (String each : commands) {
      rans.put(each, ran(each));
    }
    Map<String, String> before = current;
    current = states();
    series.add(new Series(rans, changes(before)));
  }

  private List<String> checkpoints() {
    return begin.keySet().stream().filter(name -> name.endsWith(".safetensors")).toList();
  }

  private Ran ran(String command) {
    List<String> words = new ArrayList<>();
    for (String word : ShellWords.of(command)) {
      if (word.equals("**")) {
        words.addAll(checkpoints());
      } else {
        words.add(word);
      }
    }
    return ran(words);
  }

  private Ran ran(List<String> words) {
    Object command =
        switch (words.getFirst()) {
          case "watch" -> new WatchCommand(WatchCommand.Limits.DEFAULT, new InstantPace());
          case "library" -> new LibraryCommand();
          default -> null;
        };
    if (command == null) {
      return Ran.with(Map.of(), folder, words.toArray(String[]::new));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Program program =
        new Program(
            new CommandEnvironment(folder, variables(), out, err, false, false, 80),
            _ -> {},
            FileOperations.ofThisComputer());
    int exitCode =
        new CommandLine(program).addSubcommand(command).execute(words.toArray(String[]::new));
    return Ran.of(exitCode, out.toByteArray(), err.toByteArray());
  }

  private Map<String, String> variables() {
    return Map.of(
        "HF_HUB_CACHE", folder.resolve("hub").toString(),
        "XDG_CONFIG_HOME", home.resolve("config").toString(),
        "XDG_CACHE_HOME", home.resolve("cache").toString());
  }

  private Map<String, String> changes(Map<String, String> before) throws IOException {
    Map<String, String> changes = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>(before.keySet());
    names.addAll(current.keySet());
    for (String name : names) {
      if (!current.containsKey(name)) {
        changes.put(name, "");
      } else if (!current.get(name).equals(before.get(name))) {
        changes.put(name, description(folder.resolve(name)));
      }
    }
    return changes;
  }

  private static String description(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String name = file.getFileName().toString();
    if (name.contains(".tensorloupe-save")) {
      return "a journal, with the names of the process and the computer";
    }
    if (name.endsWith(".jsonl")) {
      return byPath(new String(bytes, StandardCharsets.UTF_8));
    }
    if (TEXT_FILES.stream().anyMatch(name::endsWith)) {
      return PICTURE
          .matcher(new String(bytes, StandardCharsets.UTF_8))
          .replaceAll(match -> "pixels " + pixelDigest(match.group(1)));
    }
    return name.endsWith(".png")
        ? "pixels " + GoldenText.digest(pixels(bytes))
        : bytes.length + " " + GoldenText.digest(bytes);
  }

  /// Returns the lines of a survey by path. Threads write the lines of different paths in any
  /// order.
  private static String byPath(String table) {
    return table
        .lines()
        .sorted(Comparator.comparing(line -> line.replaceFirst(".*?\"path\":\"(.*?)\".*", "$1")))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /// Returns the decoded picture. Its compressed form depends on the zlib of the machine.
  private static byte[] pixels(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    int width = image.getWidth();
    int[] argb = image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
    ByteBuffer pixels = ByteBuffer.allocate(Integer.BYTES * (argb.length + 1)).putInt(width);
    pixels.asIntBuffer().put(argb);
    return pixels.array();
  }

  /// Returns length, time and identity of each file.
  private Map<String, String> states() throws IOException {
    Map<String, String> states = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.toList()) {
        BasicFileAttributes state =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (state.isRegularFile()) {
          states.put(
              folder.relativize(path).toString(),
              state.size() + " " + state.lastModifiedTime() + " " + state.fileKey());
        }
      }
    }
    return states;
  }

  /// Discards the results, and deletes the folder if a command has changed it.
  ///
  /// @return true if the folder still exists
  boolean end() throws IOException {
    series.clear();
    if (states().equals(begin)) {
      return true;
    }
    for (Path root : List.of(folder, home)) {
      if (Files.exists(root)) {
        try (Stream<Path> walk = Files.walk(root)) {
          for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
          }
        }
      }
    }
    return false;
  }

  /// Returns the results of the commands so far.
  ///
  /// @param shortening see [GoldenText]
  GoldenText text(int shortening) {
    GoldenText text = new GoldenText(shortening);
    for (Series each : series) {
      text.add("");
      if (each.rans().size() == 1) {
        each.rans().forEach((command, ran) -> add(text, command, ran));
      } else {
        text.add("", many(each.rans()));
      }
      add(text, each.files());
    }
    return text;
  }

  private void add(GoldenText text, String command, Ran ran) {
    // The file system determines the order in which this command finds the files of a folder.
    boolean isSorted = command.startsWith("recover ");
    text.add("$ " + command);
    text.add("= " + ran.exitCode());
    String out = neutral(ran.out());
    if (command.startsWith("manifest write ")) {
      out = MANIFEST_SIZE.matcher(out).replaceAll("$1\\${size}");
    }
    text.add("> ", isSorted ? sorted(out) : out);
    text.add("! ", isSorted ? sorted(neutral(ran.err())) : neutral(ran.err()));
  }

  private static String sorted(String lines) {
    return lines.lines().sorted().map(line -> line + "\n").collect(Collectors.joining());
  }

  /// Returns the results of several command lines as a text with one entry each.
  private String many(Map<String, Ran> rans) {
    GoldenText text = new GoldenText(0);
    rans.forEach((command, ran) -> add(text, command, ran));
    return text.lines().stream()
        .skip(1)
        .map(line -> (line.text().startsWith("$") ? "" : "  ") + line.text() + "\n")
        .collect(Collectors.joining());
  }

  private void add(GoldenText text, Map<String, String> files) {
    StringBuilder others = new StringBuilder();
    files.forEach(
        (name, content) -> {
          if (content.isEmpty()) {
            others.append("- ").append(name).append('\n');
          } else if (TEXT_FILES.stream().anyMatch(name::endsWith)) {
            text.add("+ " + name);
            text.add("| ", neutral(content));
          } else {
            others.append("+ ").append(name).append(' ').append(content).append('\n');
          }
        });
    text.add("", others.toString());
  }

  private String neutral(String text) {
    String neutral =
        text.replace(folder.toString(), "${work}")
            .replace(CommandLineInterface.version(), "TensorLoupe ${version}");
    return INSTANT
        .matcher(neutral)
        .replaceAll(
            match -> Instant.parse(match.group()).isBefore(start) ? match.group() : "\\${time}");
  }

  private static String pixelDigest(String base64) {
    try {
      return GoldenText.digest(pixels(Base64.getDecoder().decode(base64)));
    } catch (IOException e) {
      throw new AssertionError("no PNG", e);
    }
  }
}
