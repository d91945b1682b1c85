package io.github.tensorloupe.desktop.instance;

import io.github.tensorloupe.desktop.instance.Instance.Launch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A separate program that launches an instance and prints the outcome. The first instance runs
/// until its input ends.
final class LaunchedProcess {

  private LaunchedProcess() {}

  /// @param arguments the folder of the socket and the lock, then the paths to open
  public static void main(String... arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    List<Path> paths = Arrays.stream(arguments).skip(1).map(Path::of).toList();
    switch (Instance.launch(InstancePlace.in(Path.of(arguments[0]), "test"), paths)) {
      case Launch.First(Instance instance) -> {
        out.println("first");
        instance.onHandover(handover -> out.println(handover.accept() + " " + handover.paths()));
        System.in.read();
      }
      case Launch.HandedOver() -> out.println("handed over");
      case Launch.Alone() -> out.println("alone");
    }
  }
}
