package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import java.net.URI;

/// Texts with the prefix of an address are either parsed or refused with a message. A hub address
/// equals its displayed form. Secrets are never displayed.
class AddressFuzzTest extends FuzzTest {

  private static final URI HUB = URI.create("https://hub.example/base");
  private static final String[] SCHEMES = {"hf://", "HF://", "https://", "http://", "HTTPS://"};
  private static final String[] PARTS = {
    "org",
    "name",
    "/",
    "@",
    "main",
    "refs%2Fpr%2F1",
    "tree",
    "blob",
    "resolve",
    "hub.example",
    "base",
    "127.0.0.1",
    ":8080",
    "m.safetensors",
    "..",
    ".",
    "%2e%2E",
    "%",
    "%zz",
    "%2F",
    "#",
    " ",
    "\n",
    "é",
    "\0",
    "[",
    "\\",
    "datasets",
    "://",
    "&",
    "=",
    "+",
    "~",
    "𝄞",
    "\u202e"
  };

  @Override
  protected int rounds() {
    return 3000;
  }

  @Override
  protected void check(FuzzInput input) {
    StringBuilder typed = new StringBuilder(input.oneOf(SCHEMES));
    typed.append(input.nextInt(8) == 0 ? "u:s3cret@" : "");
    for (int count = input.nextInt(12); count > 0; count--) {
      typed.append(input.nextInt(12) == 0 ? "?sig=s3cret" : input.oneOf(PARTS));
    }
    String text = typed.toString();
    assertThat(RemoteAccess.looksLikeAddress(text)).isTrue();
    try {
      Address address = Address.of(text, HUB);
      if (address instanceof Address.Hub) {
        assertThat(address.toString()).startsWith(Address.HUB_PREFIX);
        assertThat(Address.of(address.toString(), HUB)).isEqualTo(address);
      } else {
        assertThat(address.toString()).doesNotContain("s3cret");
      }
    } catch (SentenceException e) {
      assertThat(e.getMessage()).endsWith(".").hasLineCount(1).doesNotContain("s3cret");
    }
  }
}
