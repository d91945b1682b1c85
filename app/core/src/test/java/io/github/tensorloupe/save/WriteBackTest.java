package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriteBackTest {

  private static final long MUCH = 64L << 20;

  private interface Force {
    void run() throws IOException;
  }

  private static OpenFile forcedBy(Force force) {
    return (OpenFile)
        Proxy.newProxyInstance(
            WriteBackTest.class.getClassLoader(),
            new Class<?>[] {OpenFile.class},
            (_, method, _) -> {
              assertThat(method.getName()).isEqualTo("force");
              force.run();
              return null;
            });
  }

  @Test
  void littleIsNotForced() throws IOException {
    WriteBack writeBack =
        new WriteBack(
            forcedBy(
                () -> {
                  throw new IOException("was forced");
                }));

    writeBack.written(MUCH - 1);

    writeBack.close();
  }

  @Test
  void dataIsForcedDuringTheCopy() throws Exception {
    CountDownLatch forced = new CountDownLatch(2);
    WriteBack writeBack = new WriteBack(forcedBy(forced::countDown));

    writeBack.written(MUCH);
    while (forced.getCount() > 1) {
      Thread.onSpinWait();
    }
    writeBack.written(MUCH);

    assertThat(forced.await(30, TimeUnit.SECONDS)).isTrue();
    writeBack.close();
  }

  @Test
  void forceFailureIsThrownOnClose() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    WriteBack writeBack =
        new WriteBack(
            forcedBy(
                () -> {
                  failed.countDown();
                  throw new IOException("no disk");
                }));

    writeBack.written(MUCH);
    assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
    writeBack.written(MUCH);

    assertThatThrownBy(writeBack::close).isInstanceOf(IOException.class).hasMessage("no disk");
  }

  @Test
  void closeWaitsForARunningForce() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    boolean[] done = {false};
    WriteBack writeBack =
        new WriteBack(
            forcedBy(
                () -> {
                  begun.countDown();
                  Thread.yield();
                  done[0] = true;
                }));

    writeBack.written(MUCH);
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    writeBack.close();

    assertThat(done[0]).isTrue();
  }
}
