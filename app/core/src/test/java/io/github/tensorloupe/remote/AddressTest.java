package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.Address.Hub;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Parses typed and pasted addresses.
class AddressTest {

  private static final URI HUB = URI.create("https://huggingface.co");

  @ParameterizedTest
  @CsvSource({
    "hf://org/name, org/name, main, ''",
    "hf://org/name/, org/name, main, ''",
    "HF://org/name@v1.0/a/b.safetensors, org/name, v1.0, a/b.safetensors",
    "hf://org/name@refs%2Fpr%2F1, org/name, refs/pr/1, ''",
    "https://huggingface.co/org/name, org/name, main, ''",
    "https://huggingface.co/org/name/tree/main, org/name, main, ''",
    "https://huggingface.co/org/name/tree/refs%2Fpr%2F1/sub, org/name, refs/pr/1, sub",
    "https://huggingface.co/org/name/blob/main/m.safetensors#L1, org/name, main, m.safetensors",
    "https://huggingface.co/org/name/blob/main/m.safetensors%20/%20, org/name, main, m.safetensors",
    "https://huggingface.co/org/name/resolve/abc/m.safetensors?download=true, org/name, abc,"
        + " m.safetensors",
  })
  void formsAndPagesOfTheHub(String typed, String repository, String revision, String file)
      throws SentenceException {
    assertThat(RemoteAccess.looksLikeAddress(typed)).isTrue();
    assertThat(Address.of(typed, HUB)).isEqualTo(new Hub(repository, revision, file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://huggingface.co/datasets/org/name/resolve/main/m.safetensors",
        "https://example.com/org/name",
        "http://127.0.0.1:8000/m.safetensors",
        "https://example.com/a%2Fb/m.safetensors"
      })
  void otherFilesAreWhatTheirAddressSays(String typed) throws SentenceException {
    assertThat(Address.of(typed, HUB)).isEqualTo(new Address.Web(URI.create(typed)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hf://",
        "hf://name",
        "hf://org/name/../x",
        "hf://../..",
        "hf://./name",
        "hf://org/..",
        "hf://org/name@..",
        "hf://org/name@a%2F..%2Fb",
        "hf://org/name@a\\..\\b",
        "hf://org/name/a\\..\\b",
        "https://huggingface.co/org/name/resolve/%2e%2e/x",
        "https://huggingface.co/org/%2e%2e/resolve/main/x",
        "http://example.com/m",
        "https://",
        "https:///m",
        "https://user:pass@example.com/m",
        "https://example.com",
        "https://example.com:65536/m",
        "https://example.com//",
        "https://example.com/a/%2E./",
        "https://exa mple.com/m"
      })
  void whatCannotBeOpenedIsSaidWithoutItsSecrets(String typed) {
    assertThat(RemoteAccess.looksLikeAddress(typed)).isTrue();
    assertThatThrownBy(() -> Address.of(typed, HUB))
        .isInstanceOf(SentenceException.class)
        .hasMessageNotContaining("pass@");
  }

  @ParameterizedTest
  @ValueSource(strings = {"model.safetensors", "/a/b", "hf", "C:\\models", "httpsomething", ""})
  void pathsAreNoAddresses(String typed) {
    assertThat(RemoteAccess.looksLikeAddress(typed)).isFalse();
  }

  @Test
  void addressReadsAsItIsWritten() throws SentenceException {
    for (Hub each :
        new Hub[] {
          new Hub("a/b", "main", ""), new Hub("a/b", "refs/pr/1", "c/d"), new Hub("a/b", "x", "y z")
        }) {
      assertThat(Address.of(each.toString(), HUB)).isEqualTo(each);
    }
  }
}
