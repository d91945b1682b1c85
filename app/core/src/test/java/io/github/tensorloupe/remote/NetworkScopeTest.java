package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Classifies addresses. Redirects from a public server to a local one are refused.
@Timeout(180)
class NetworkScopeTest {

  /// Answers in place of a public hub.
  private final ModelServer proxy = new ModelServer();

  private final ServerSocket local = new ServerSocket(0);
  private final AtomicInteger connections = new AtomicInteger();

  NetworkScopeTest() throws IOException {
    Thread.ofVirtual().start(this::count);
  }

  private void count() {
    while (!local.isClosed()) {
      try {
        local.accept().close();
        connections.incrementAndGet();
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    local.close();
    proxy.close();
  }

  @ParameterizedTest
  @CsvSource({
    "8.8.8.8, INTERNET",
    "100.63.255.255, INTERNET",
    "172.32.0.1, INTERNET",
    "2606:4700::1111, INTERNET",
    "64:ff9b::8.8.8.8, INTERNET",
    "10.1.2.3, LOCAL_NETWORK",
    "172.31.0.1, LOCAL_NETWORK",
    "192.168.0.1, LOCAL_NETWORK",
    "169.254.169.254, LOCAL_NETWORK",
    "100.64.0.1, LOCAL_NETWORK",
    "100.127.255.255, LOCAL_NETWORK",
    "198.19.0.1, LOCAL_NETWORK",
    "224.0.0.1, LOCAL_NETWORK",
    "255.255.255.255, LOCAL_NETWORK",
    "fe80::1, LOCAL_NETWORK",
    "fd12::1, LOCAL_NETWORK",
    "fec0::1, LOCAL_NETWORK",
    "::ffff:10.0.0.1, LOCAL_NETWORK",
    "2002:a00:1::1, LOCAL_NETWORK",
    "127.0.0.1, THIS_COMPUTER",
    "127.255.0.1, THIS_COMPUTER",
    "0.0.0.0, THIS_COMPUTER",
    "0.1.2.3, THIS_COMPUTER",
    "::, THIS_COMPUTER",
    "::1, THIS_COMPUTER",
    "::127.0.0.1, THIS_COMPUTER",
    "::ffff:127.0.0.1, THIS_COMPUTER",
    "64:ff9b::127.0.0.1, THIS_COMPUTER",
    "2002:7f00:1::, THIS_COMPUTER",
  })
  void networkOfAnAddress(String address, NetworkScope expected) throws IOException {
    assertThat(NetworkScope.of(InetAddress.ofLiteral(address))).isEqualTo(expected);
  }

  /// A proxy on this computer resolves such names as this computer does.
  @Test
  void namesWithoutADotAreResolvedInFrontOfAProxy() throws IOException {
    for (String name : List.of("no-such-name", "no-such-name.", "no.such.internal")) {
      assertThat(NetworkScope.of(name, true)).containsExactly(NetworkScope.LOCAL_NETWORK);
    }
    assertThat(NetworkScope.of("no.such.example", true)).containsExactly(NetworkScope.INTERNET);
    assertThat(NetworkScope.of(InetAddress.getLocalHost().getHostName(), true))
        .doesNotContain(NetworkScope.INTERNET);
  }

  @Test
  void addressesOfThisComputerAreItsOwn() throws IOException {
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(each.getInetAddresses())) {
        assertThat(NetworkScope.of(address)).isEqualTo(NetworkScope.THIS_COMPUTER);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.2",
        "0.0.0.0",
        "[::]",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "localhost",
        "localhost.",
        "a.localhost",
        "10.0.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "[fd00::1]",
        "[fe80::1]",
        "2130706433",
        "0x7f000001",
        "017700000001",
        "127.1",
        "0177.0.0.1",
        "169.0376.169.254",
        "8.8.8.010"
      })
  void publicServerDoesNotLeadToALocalOne(String host) {
    String to = "https://" + host + ":" + local.getLocalPort() + "/m.safetensors";
    for (String direct : List.of("*.invalid", host.replaceAll("[\\[\\]]", "") + "," + host)) {
      assertThatThrownBy(() -> follow(to, direct)).hasMessageContaining("redirects to");
    }
    assertThat(connections.get()).isZero();
  }

  /// Opens a file of a public hub that redirects to another address.
  private void follow(String to, String direct) throws IOException {
    proxy.answer(
        "http://hub.example/org/name/resolve/main/m.safetensors",
        _ -> Answer.of(302, "").with("Location", to));
    Map<String, String> environment =
        Map.of(
            "HTTP_PROXY", proxy.address(""), "HTTPS_PROXY", proxy.address(""), "NO_PROXY", direct);
    try (RemoteAccess access =
        RemoteTestAccess.of("http://hub.example", environment, Optional.empty())) {
      RemoteFileSystem.openToCopy(
              access.path("hf://org/name/m.safetensors", RemoteTestAccess.REFUSES))
          .close();
    }
  }

  @Test
  void serverOfThisComputerMayLeadToAnother() throws IOException {
    proxy.redirect("/m", "https://127.0.0.2:" + local.getLocalPort() + "/m");
    try (RemoteAccess access = RemoteTestAccess.of("https://hub.invalid")) {
      Path path = access.path(proxy.address("/m"), RemoteTestAccess.REFUSES);
      assertThatThrownBy(() -> RemoteFileSystem.openToCopy(path));
    }
    assertThat(connections.get()).isPositive();
  }
}
