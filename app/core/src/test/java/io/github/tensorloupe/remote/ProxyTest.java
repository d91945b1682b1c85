package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads through proxies that require a password.
@Timeout(180)
class ProxyTest {

  private static final String TUNNEL = "model.example:443";
  private static final String FILE = "https://model.example/m.safetensors";
  private static final String LISTING = "http://hub.example/api/models/org/name/revision/main";

  private final ModelServer proxy = new ModelServer();

  ProxyTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    proxy.close();
  }

  private String named(String user) {
    return proxy.address("").replace("://", "://" + user);
  }

  private static void read(String address, Map<String, String> environment) throws IOException {
    try (RemoteAccess access =
        RemoteTestAccess.of("http://hub.example", environment, Optional.empty())) {
      Files.list(access.path(address, RemoteTestAccess.REFUSES)).close();
    }
  }

  private static void readFile(String proxy) throws IOException {
    try (RemoteAccess access =
        RemoteTestAccess.of("http://hub.example", Map.of("HTTPS_PROXY", proxy), Optional.empty())) {
      RemoteFileSystem.openToCopy(access.path(FILE, RemoteTestAccess.REFUSES)).close();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void proxyThatRequiresAPasswordIsReportedAtOnce(boolean hasBody) {
    Answer challenge = Answer.of(407, "log in", "Proxy-Authenticate", "Basic realm=\"x\"");
    proxy.answer(TUNNEL, _ -> hasBody ? challenge : new Answer(407, Map.of(), _ -> {}));
    assertThatThrownBy(() -> readFile(named("")))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("The proxy " + named("").substring("http://".length()))
        .hasMessageContaining("407")
        .hasMessageContaining("HTTPS_PROXY");
    assertThat(proxy.requests()).hasSize(1);
  }

  @Test
  void credentialsAreSentToTheProxyOfATunnel() {
    proxy.answer(TUNNEL, _ -> Answer.of(407, ""));
    assertThatThrownBy(() -> readFile(named("us%40er:p%3Ass+w%C3%B6rd@")))
        .hasMessageContaining("does not accept")
        .hasMessageNotContaining("w\u00f6rd")
        .hasMessageNotContaining("us@er");
    assertThat(proxy.requests()).hasSize(1);
    assertThat(proxy.requests().getFirst().headers())
        .containsEntry("proxy-authorization", basic("us@er:p:ss+w\u00f6rd"));
  }

  private static String basic(String text) {
    return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void userAndPasswordGoToTheProxyOfAServerWithoutEncryption() throws IOException {
    proxy.answer(LISTING, _ -> Answer.of(200, "{\"siblings\":[]}"));
    read("hf://org/name", Map.of("http_proxy", named("user:secret@")));
    assertThat(proxy.requests()).hasSize(1);
    assertThat(proxy.requests().getFirst().headers())
        .containsEntry("proxy-authorization", basic("user:secret"));
  }

  @Test
  void passwordOfAnotherProxyIsNotSent() throws IOException {
    proxy.answer(LISTING, _ -> Answer.of(407, ""));
    Map<String, String> environment =
        Map.of("HTTP_PROXY", named(""), "HTTPS_PROXY", named("user:secret@"));
    assertThatThrownBy(() -> read("hf://org/name", environment)).hasMessageContaining("HTTP_PROXY");
    assertThat(proxy.requests().getFirst().headers()).doesNotContainKey("proxy-authorization");
  }

  @Test
  void proxyThatIsNotThereIsNamed() throws IOException {
    proxy.close();
    assertThatThrownBy(() -> readFile(named("")))
        .hasMessageContaining("The proxy 127.0.0.1:")
        .hasMessageContaining("cannot be reached");
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 403, 502})
  void proxyThatRefusesATunnelIsNamed(int status) {
    proxy.answer(TUNNEL, _ -> Answer.of(status, "", "Location", "https://other.example/"));
    assertThatThrownBy(() -> readFile(named("")))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("through the proxy " + named("").substring("http://".length()))
        .hasMessageContaining("" + status);
  }

  @Test
  void proxyIsNotBlamedForAHostWithoutAddress() {
    Map<String, String> environment = Map.of("HTTPS_PROXY", named(""));
    String address = "https://[fe80::1%25none]/m.safetensors";
    assertThatThrownBy(
            () -> {
              try (RemoteAccess access =
                  RemoteTestAccess.of("http://hub.example", environment, Optional.empty())) {
                RemoteFileSystem.openToCopy(access.path(address, RemoteTestAccess.REFUSES)).close();
              }
            })
        .isInstanceOf(SentenceException.class)
        .hasMessage("[fe80::1%25none] cannot be reached.");
    assertThat(proxy.requests()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"http://user:se%cret@proxy:1", "http://user:se#cret@proxy:1", "http://u:a@cret@p:1"})
  void addressOfAProxyThatCannotBeReadIsReportedWithoutItsPassword(String named) {
    assertThatThrownBy(() -> readFile(named))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("HTTPS_PROXY")
        .hasMessageNotContaining("cret");
  }

  @Test
  void passwordIsNotSentToAProxyThatShouldBeEncrypted() {
    proxy.answer(TUNNEL, _ -> Answer.of(407, ""));
    assertThatThrownBy(() -> readFile(named("user:secret@").replace("http:", "https:")))
        .hasMessageContaining("407");
    assertThat(proxy.requests().getFirst().headers()).doesNotContainKey("proxy-authorization");
  }
}
