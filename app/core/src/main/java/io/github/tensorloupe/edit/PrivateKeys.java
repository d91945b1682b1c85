package io.github.tensorloupe.edit;

import module java.base;

/// Recognizes keys that name private values, and values that only stand for one.
final class PrivateKeys {

  static final int MAX_KEY_LENGTH = 64;

  private static final int MAX_VALUE_LENGTH = 10_000;
  private static final int MIN_TOKEN_LENGTH = 8;
  private static final int MIN_PASSWORD_LENGTH = 4;
  private static final int MAX_PASSWORD_WORDS = 5;

  private static final List<String> TOKEN_SUFFIXES =
      List.of(
          ("hftoken hubtoken huggingfacetoken apitoken authtoken accesstoken refreshtoken"
                  + " wandbtoken githubtoken gitlabtoken civitaitoken apikey secretkey privatekey"
                  + " accesskey accountkey clientsecret appsecret")
              .split(" "));
  private static final List<String> PASSWORD_SUFFIXES = List.of("password", "passwd", "passphrase");

  /// The last letters of the suffixes, which most keys do not have.
  private static final String LAST_LETTERS = "nytde";

  private static final Set<String> COMPUTER_KEYS =
      Set.of("hostname", "sshostname", "computername", "machinename", "fqdn");

  private static final Set<String> ABSENT =
      Set.of(
          ("none null nil true false undefined unset empty default auto hidden masked secret"
                  + " password passwd token string changeme unknown localhost n/a")
              .split(" "));
  private static final List<String> PLACEHOLDER_PREFIXES =
      List.of(
          ("< ${ $ {{ % [ ( *** … your my_ my- env: os. self. args. config. xxx replace insert"
                  + " enter example dummy todo")
              .split(" "));
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "(.)\\1{2,}+|[A-Z]++(?:_[A-Z]++)++|(?i:.*(?:your[_-]|placeholder|redacted|example|[_-]here)"
              + ".*)");
  private static final Pattern COMPUTER = Pattern.compile("(?=.*[A-Za-z])[\\w.-]{2,253}");

  /// Random names of containers, addresses of this computer, and public services.
  private static final Pattern SHARED_COMPUTER =
      Pattern.compile(
          "[0-9a-f]{12}|localhost(?:\\..*)?|ip6-.*|www\\..*"
              + "|(?:.*\\.)?(?:huggingface\\.co|hf\\.co|github\\.com|civitai\\.com)",
          Pattern.CASE_INSENSITIVE);

  private PrivateKeys() {}

  /// Returns true if the value is an access token or a password according to its key.
  static boolean isSecret(String key, String value) {
    if (value.length() > MAX_VALUE_LENGTH || !namesSecret(key) || isPlaceholder(value)) {
      return false;
    }
    int words = value.strip().split("\\s+", MAX_PASSWORD_WORDS + 1).length;
    return namesPassword(key)
        ? value.length() >= MIN_PASSWORD_LENGTH && words <= MAX_PASSWORD_WORDS
        : value.length() >= MIN_TOKEN_LENGTH && words == 1 && !EmbeddedJson.isContainer(value);
  }

  static boolean namesSecret(String key) {
    return endsWithAny(key, TOKEN_SUFFIXES) || namesPassword(key);
  }

  static boolean namesPassword(String key) {
    return endsWithAny(key, PASSWORD_SUFFIXES);
  }

  private static boolean endsWithAny(String key, List<String> suffixes) {
    if (key.isEmpty()
        || LAST_LETTERS.indexOf(Character.toLowerCase(key.charAt(key.length() - 1))) < 0) {
      return false;
    }
    String name = normalized(key);
    for (String suffix : suffixes) {
      if (name.endsWith(suffix)) {
        return true;
      }
    }
    return false;
  }

  /// Returns true if the value is the name of a computer according to its key.
  static boolean isComputer(String key, String value) {
    return value.length() <= MAX_VALUE_LENGTH
        && (key.endsWith("e") || key.endsWith("E") || key.endsWith("n") || key.endsWith("N"))
        && COMPUTER_KEYS.contains(normalized(key))
        && COMPUTER.matcher(value).matches()
        && !isPlaceholder(value)
        && !SHARED_COMPUTER.matcher(value).matches();
  }

  /// Returns true if a text stands for a value, such as `None`, `<HUB_TOKEN>` or `$HF_TOKEN`.
  static boolean isPlaceholder(String text) {
    String value = text.strip();
    String lowerCase = value.toLowerCase(Locale.ROOT);
    return value.isEmpty()
        || ABSENT.contains(lowerCase)
        || PLACEHOLDER_PREFIXES.stream().anyMatch(lowerCase::startsWith)
        || PLACEHOLDER.matcher(value).matches();
  }

  private static String normalized(String key) {
    if (key.length() > MAX_KEY_LENGTH) {
      return "";
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < key.length(); i++) {
      char c = Character.toLowerCase(key.charAt(i));
      if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
        name.append(c);
      }
    }
    return name.toString();
  }
}
