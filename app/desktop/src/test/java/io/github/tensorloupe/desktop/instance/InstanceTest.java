package io.github.tensorloupe.desktop.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.instance.HandoverClient.Patience;
import io.github.tensorloupe.desktop.instance.Instance.Launch;
import io.github.tensorloupe.testing.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class InstanceTest {

  private static final Path FILE = Path.of("/models/ein Modell 模型.safetensors");

  private static final Patience IMPATIENT =
      new Patience(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(20));

  @TempDir private Path folder;
  private final List<Instance> instances = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    for (Instance instance : instances) {
      instance.close();
    }
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private InstancePlace place() {
    return InstancePlace.in(folder, "test");
  }

  private Launch launch(Path... paths) {
    Launch launch = Instance.launch(place(), List.of(paths));
    if (launch instanceof Launch.First(Instance instance)) {
      instances.add(instance);
    }
    return launch;
  }

  private Instance first() {
    assertThat(launch()).isInstanceOf(Launch.First.class);
    return instances.getLast();
  }

  private static BlockingQueue<List<Path>> acceptedBy(Instance instance) {
    BlockingQueue<List<Path>> accepted = new ArrayBlockingQueue<>(100);
    instance.onHandover(
        handover -> {
          if (handover.accept()) {
            accepted.add(handover.paths());
          }
        });
    return accepted;
  }

  @Test
  void theSecondLaunchHandsItsPathsOver() throws Exception {
    BlockingQueue<List<Path>> accepted = acceptedBy(first());

    assertThat(launch(FILE, Path.of("/b"))).isInstanceOf(Launch.HandedOver.class);
    assertThat(launch()).isInstanceOf(Launch.HandedOver.class);

    assertThat(accepted.take()).containsExactly(FILE, Path.of("/b"));
    assertThat(accepted.take()).isEmpty();
  }

  @Test
  void requestsDuringStartupAreAcceptedLater() throws Exception {
    Instance first = first();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Launch> second = threads.submit(() -> launch(FILE));
      threadsWaiting("tensorloupe-starting");

      BlockingQueue<List<Path>> accepted = acceptedBy(first);

      assertThat(second.get()).isInstanceOf(Launch.HandedOver.class);
      assertThat(accepted.take()).containsExactly(FILE);
    }
  }

  private static void threadsWaiting(String name) throws InterruptedException {
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().equals(name))) {
      Thread.sleep(5);
    }
  }

  @Test
  void aProgramThatHangsIsNotWaitedForAndDoesNotOpenTheFileLater() throws Exception {
    BlockingQueue<Handover> untaken = new ArrayBlockingQueue<>(1);
    first().onHandover(untaken::add);

    assertThat(Instance.launch(place(), List.of(FILE), IMPATIENT)).isInstanceOf(Launch.Alone.class);

    assertThat(untaken.take().accept()).isFalse();
  }

  @Test
  void busyProgramAcceptsTheMessageLater() throws Exception {
    BlockingQueue<Handover> untaken = new ArrayBlockingQueue<>(1);
    first().onHandover(untaken::add);
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Launch> second = threads.submit(() -> launch(FILE));

      assertThat(untaken.take().accept()).isTrue();

      assertThat(second.get()).isInstanceOf(Launch.HandedOver.class);
    }
  }

  @Test
  void reportsOfABusyProgramExtendTheWait() {
    Patience patience =
        new Patience(Duration.ofNanos(20), Duration.ofNanos(150), Duration.ofNanos(600));

    assertThat(patience.remaining(1000, OptionalLong.empty(), 1005)).isEqualTo(15);
    assertThat(patience.remaining(1000, OptionalLong.empty(), 1020)).isZero();
    assertThat(patience.remaining(1000, OptionalLong.of(1010), 1050)).isEqualTo(110);
    assertThat(patience.remaining(1000, OptionalLong.of(1590), 1595)).isEqualTo(5);
    assertThat(patience.remaining(1000, OptionalLong.of(1590), 1600)).isZero();
  }

  @Test
  void overflowOfTheClockDoesNotEndTheWait() {
    long start = Long.MAX_VALUE - 5;

    assertThat(Patience.DEFAULT.remaining(start, OptionalLong.empty(), start + 10))
        .isEqualTo(Patience.DEFAULT.silence().toNanos() - 10);
  }

  @Test
  @Timeout(180)
  void startingProgramRepeatsItsReport() throws Exception {
    first();
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(place().socket()))) {
      client.write(ByteBuffer.wrap(new Message(List.of(FILE.toString())).bytes()));

      ByteBuffer reports = ByteBuffer.allocate(2);
      while (reports.hasRemaining() && client.read(reports) >= 0) {}

      assertThat(reports.array()).containsOnly('S').hasSize(2);
    }
  }

  @Test
  void whoeverWaitsForAProgramThatEndsTakesItsPlace() throws Exception {
    BlockingQueue<Handover> untaken = new ArrayBlockingQueue<>(1);
    Instance ending = first();
    ending.onHandover(untaken::add);
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Launch> second = threads.submit(() -> launch(FILE));
      Handover handover = untaken.take();

      ending.close();

      assertThat(second.get()).isInstanceOf(Launch.First.class);
      assertThat(handover.accept()).isFalse();
    }
  }

  @Test
  @Timeout(180)
  void fullBacklogIsNotAwaited() throws Exception {
    List<SocketChannel> inLine = new ArrayList<>();
    try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      deaf.bind(UnixDomainSocketAddress.of(place().socket()), 1);
      try (FileChannel lock =
              FileChannel.open(
                  place().lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = lock.lock()) {
        fill(inLine);

        assertThat(launch(FILE)).isInstanceOf(Launch.Alone.class);
      }
    } finally {
      for (SocketChannel each : inLine) {
        each.close();
      }
    }
  }

  private void fill(List<SocketChannel> inLine) throws IOException {
    try {
      for (int i = 0; i < 1000; i++) {
        SocketChannel each = SocketChannel.open(StandardProtocolFamily.UNIX);
        inLine.add(each);
        each.configureBlocking(false);
        each.connect(UnixDomainSocketAddress.of(place().socket()));
      }
    } catch (SocketException e) {
      // The backlog of the socket is full.
    }
  }

  @Test
  void unansweredSocketIsNotAwaited() throws IOException {
    try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      deaf.bind(UnixDomainSocketAddress.of(place().socket()));

      assertThat(launch(FILE)).isInstanceOf(Launch.Alone.class);
    }
  }

  @Test
  void theSocketOfACrashedProgramIsReplaced() throws Exception {
    ServerSocketChannel crashed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    crashed.bind(UnixDomainSocketAddress.of(place().socket()));
    crashed.close();
    assertThat(place().socket()).exists();

    BlockingQueue<List<Path>> accepted = acceptedBy(first());

    assertThat(launch(FILE)).isInstanceOf(Launch.HandedOver.class);
    assertThat(accepted.take()).containsExactly(FILE);
  }

  @Test
  void afterTheFirstOneHasEndedTheNextOneIsTheFirst() throws IOException {
    first().close();

    assertThat(place().socket()).doesNotExist();
    assertThat(launch()).isInstanceOf(Launch.First.class);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void socketIsAccessibleOnlyToItsOwner() throws IOException {
    first();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place().socket())))
        .isEqualTo("rw-------");
  }

  @Test
  void whereNothingCanBeWrittenEverybodyIsAlone() {
    InstancePlace nowhere = InstancePlace.in(folder.resolve("missing"), "test");

    assertThat(Instance.launch(nowhere, List.of(FILE))).isInstanceOf(Launch.Alone.class);
  }

  @Test
  void nonsenseIsRefusedAndTheNextOneIsServed() throws Exception {
    BlockingQueue<List<Path>> accepted = acceptedBy(first());
    assertThat(answerTo(new byte[4])).isEqualTo((byte) 'R');
    assertThat(answerTo(new Message(List.of("not/absolute")).bytes())).isEqualTo((byte) 'R');

    assertThat(launch(FILE)).isInstanceOf(Launch.HandedOver.class);
    assertThat(accepted.take()).containsExactly(FILE);
  }

  private byte answerTo(byte[] bytes) throws IOException {
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(place().socket()))) {
      client.write(ByteBuffer.wrap(bytes));
      ByteBuffer answer = ByteBuffer.allocate(1);
      assertThat(client.read(answer)).isEqualTo(1);
      return answer.get(0);
    }
  }

  @Test
  void ofLaunchesAtTheSameMomentOneIsTheFirst() throws Exception {
    BlockingQueue<List<Path>> accepted = new ArrayBlockingQueue<>(100);
    List<Callable<Launch>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Path path = Path.of("/" + i);
      all.add(
          () -> {
            Launch launch = Instance.launch(place(), List.of(path));
            if (launch instanceof Launch.First(Instance instance)) {
              instance.onHandover(
                  handover -> {
                    if (handover.accept()) {
                      accepted.add(handover.paths());
                    }
                  });
            }
            return launch;
          });
    }
    List<Launch> launches = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(all.size())) {
      for (Future<Launch> each : threads.invokeAll(all)) {
        launches.add(each.get());
      }
    }
    for (Launch launch : launches) {
      if (launch instanceof Launch.First(Instance instance)) {
        instances.add(instance);
      }
    }

    assertThat(instances).hasSize(1);
    assertThat(launches).filteredOn(Launch.HandedOver.class::isInstance).hasSize(7);
    for (int i = 0; i < 7; i++) {
      assertThat(accepted.take()).hasSize(1);
    }
  }

  private Process process(String... paths) throws IOException {
    List<String> command =
        JavaCommand.of(
            "-Dsun.jnu.encoding=UTF-8",
            "-cp",
            System.getProperty("java.class.path"),
            LaunchedProcess.class.getName(),
            folder.toString());
    command.addAll(List.of(paths));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.add(process);
    return process;
  }

  private static String line(Process process) throws IOException {
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    return reader.readLine();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void processesHandOverAndSurviveTheCrashOfTheFirst() throws Exception {
    Process first = process();
    assertThat(line(first)).isEqualTo("first");

    Process second = process(FILE.toString());
    assertThat(line(second)).isEqualTo("handed over");
    assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(line(first)).isEqualTo("true [" + FILE + "]");

    first.destroyForcibly().waitFor();
    assertThat(place().socket()).exists();
    assertThat(line(process())).isEqualTo("first");
  }
}
