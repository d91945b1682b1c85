package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.PrivateData.Kind;

/// Finds private data in a plain text: access tokens, passwords, e-mail addresses, users in paths,
/// and computers. Takes linear time: each character is the start of a bounded number of tests,
/// which end at the next separator.
final class PrivateText {

  /// @param begin the index of the first private character
  /// @param end the exclusive end index
  record Match(Kind kind, int begin, int end) {}

  /// A token of a service.
  ///
  /// @param prefix the beginning of each token, case-sensitive
  private record TokenForm(String prefix, Pattern pattern) {

    /// @param rest the characters that follow the prefix
    static TokenForm of(String prefix, String rest) {
      return new TokenForm(prefix, Pattern.compile(Pattern.quote(prefix) + rest));
    }
  }

  private static final String MIXED = "(?=[\\w-]*[0-9])(?=[\\w-]*[A-Za-z])";

  /// The documented forms.
  private static final List<TokenForm> TOKENS =
      List.of(
          TokenForm.of("hf_", "(?=[a-z]*+[A-Z0-9])[A-Za-z0-9]{30,}+"),
          TokenForm.of("ghp_", "[A-Za-z0-9]{30,}+"),
          TokenForm.of("gho_", "[A-Za-z0-9]{30,}+"),
          TokenForm.of("ghu_", "[A-Za-z0-9]{30,}+"),
          TokenForm.of("ghs_", "[A-Za-z0-9]{30,}+"),
          TokenForm.of("ghr_", "[A-Za-z0-9]{30,}+"),
          TokenForm.of("github_pat_", "\\w{30,}+"),
          TokenForm.of("glpat-", MIXED + "[\\w-]{20,}+"),
          TokenForm.of("sk-", "(?=[A-Za-z]*+[0-9])(?=[a-z0-9]*+[A-Z])[A-Za-z0-9]{40,}+"),
          TokenForm.of("sk-", "(?:proj|ant|or|svcacct|admin)-" + MIXED + "[\\w-]{20,}+"),
          TokenForm.of("r8_", MIXED + "[A-Za-z0-9]{30,}+"),
          TokenForm.of("gsk_", MIXED + "[A-Za-z0-9]{40,}+"),
          TokenForm.of("npm_", MIXED + "[A-Za-z0-9]{36}"),
          TokenForm.of("pypi-", MIXED + "[\\w-]{50,}+"),
          TokenForm.of("wandb_v1_", "[\\w-]{20,}+"),
          TokenForm.of("AKIA", "[A-Z0-9]{16}"),
          TokenForm.of("ASIA", "[A-Z0-9]{16}"),
          TokenForm.of("AIza", "[\\w-]{35}"),
          TokenForm.of("Bearer ", MIXED + "[\\w-]{16,}+[\\w.~+/=-]*+"),
          TokenForm.of("xox", "[abeoprs]-" + MIXED + "[\\w-]{20,}+"),
          TokenForm.of("eyJ", "[\\w-]{10,}+\\.eyJ[\\w-]{10,}+\\.[\\w-]{10,}+"));

  private static final Pattern KEY_BLOCK =
      Pattern.compile("-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----");
  private static final String KEY_BLOCK_END = "-----END ";

  private static final Pattern LOCAL_PART = Pattern.compile("[A-Za-z0-9][\\w.%+-]{0,63}");
  private static final Pattern MAIL_DOMAIN =
      Pattern.compile(
          "(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\\.){1,8}+([A-Za-z]{2,24})(?![\\w-]|\\.\\w)");
  private static final Pattern NUMBERED_DOMAIN =
      Pattern.compile("(?i)v?\\d[\\w-]*\\..*(?<!\\.(?:com|net|cn))");
  private static final Pattern REMOTE_HOST =
      Pattern.compile("([A-Za-z][\\w-]{1,62}(?:\\.[\\w-]{1,63}){0,8}+):[/~]");
  private static final Set<String> MAIL_ENDS =
      Set.of(
          ("com org net edu gov mil int info biz name pro dev app xyz online site tech store cloud"
                  + " email art club studio design media science academy agency digital world team"
                  + " space live life group ltd company solutions network software systems")
              .split(" "));
  private static final Set<String> FILE_ENDS = Set.of("js", "ts", "sh", "py", "gz", "so", "db");
  private static final Set<String> SHARED_MAILBOXES =
      Set.of("git", "noreply", "no-reply", "donotreply", "do-not-reply", "user", "username", "you");
  private static final Pattern SHARED_DOMAIN =
      Pattern.compile("(?i)(?:.*\\.)?(?:example\\.\\w+|domain\\.com|email\\.com|github\\.com)");

  /// The user information of an address.
  private static final Pattern LOGIN = Pattern.compile("[^/\\s:@\"']{1,64}:([^/\\s:@\"']{1,128})@");

  private static final Pattern LOCAL_HOST =
      Pattern.compile(
          "((?:(?:10\\.\\d{1,3}|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))\\.\\d{1,3}\\.\\d{1,3}"
              + "|(?!host\\.docker\\.)[A-Za-z0-9][\\w-]{0,62}"
              + "\\.(?:local|lan|corp|intranet|home\\.arpa))(?![\\w.-]))");
  private static final int MAX_HOST_LENGTH = 300;

  private static final Pattern QUOTED_VALUE =
      Pattern.compile("\\s{0,8}\\\\{0,3}([\"'])([^\"'\\\\\\r\\n]++)\\\\{0,3}\\1");
  private static final Pattern PLAIN_VALUE =
      Pattern.compile(" {0,4}+(?=[^\\s:=]*[0-9])()([^\\s\"'`,;&|:=<>(){}\\[\\]\\\\]{6,}+={0,2})");
  private static final int MIN_PLAIN_TOKEN_LENGTH = 12;

  private final String text;
  private final UserPaths paths;
  private final List<Match> matches = new ArrayList<>();

  /// The index after the last match.
  private int searchedEnd;

  private PrivateText(String text) {
    this.text = text;
    this.paths = new UserPaths(text);
  }

  /// Returns the private parts, in order and disjoint.
  static List<Match> matches(String text) {
    PrivateText search = new PrivateText(text);
    for (int i = 0; i < text.length(); i = Math.max(i + 1, search.searchedEnd)) {
      search.test(i);
    }
    return search.matches;
  }

  private void test(int index) {
    switch (text.charAt(index)) {
      case '@' -> testMailbox(index);
      case '/', '\\' ->
          paths.user(index).ifPresent(user -> add(Kind.USER, user.begin(), user.end()));
      case ':' -> {
        testAddress(index);
        testSetting(index);
      }
      case '=' -> testSetting(index);
      case '-' -> testKeyBlock(index);
      case 'h', 'g', 's', 'r', 'n', 'p', 'w', 'A', 'B', 'x', 'e' -> testToken(index);
      default -> {}
    }
  }

  private void add(Kind kind, int begin, int end) {
    if (begin >= searchedEnd && end > begin) {
      matches.add(new Match(kind, begin, end));
      searchedEnd = end;
    }
  }

  private void testToken(int begin) {
    if (begin > 0 && isTokenPart(text.charAt(begin - 1)) && !followsEscape(begin)) {
      return;
    }
    for (TokenForm form : TOKENS) {
      if (text.startsWith(form.prefix, begin)) {
        Matcher matcher = form.pattern.matcher(text).region(begin, text.length());
        if (matcher.lookingAt()
            && (matcher.end() == text.length() || !isTokenPart(text.charAt(matcher.end())))
            && !matcher.group().contains("EXAMPLE")) {
          add(Kind.SECRET, begin, matcher.end());
          return;
        }
      }
    }
  }

  /// Includes the characters of Base64, in which a token is a coincidence.
  private static boolean isTokenPart(char c) {
    return c == '_' || c == '-' || c == '+' || c == '/' || Character.isLetterOrDigit(c);
  }

  /// Returns true if an escaped line break or tab precedes the index.
  private boolean followsEscape(int index) {
    return index > 1
        && text.charAt(index - 2) == '\\'
        && "ntr".indexOf(text.charAt(index - 1)) >= 0;
  }

  private void testKeyBlock(int begin) {
    Matcher matcher = KEY_BLOCK.matcher(text);
    if (text.startsWith("-----BEGIN ", begin)
        && matcher.region(begin, Math.min(text.length(), begin + MAX_HOST_LENGTH)).lookingAt()) {
      int last = text.indexOf(KEY_BLOCK_END, matcher.end());
      int end = last < 0 ? -1 : text.indexOf("-----", last + KEY_BLOCK_END.length());
      add(Kind.SECRET, begin, end < 0 ? text.length() : end + "-----".length());
    }
  }

  private void testMailbox(int at) {
    int begin = at;
    while (begin > Math.max(searchedEnd, at - 64) && isLocalPart(text.charAt(begin - 1))) {
      begin--;
    }
    if (begin < at && begin > 0 && followsEscape(begin + 1)) {
      begin++;
    }
    if (begin == at || !isDomainStart(at + 1) || begin > 0 && isPathPart(text.charAt(begin - 1))) {
      return;
    }
    String local = text.substring(begin, at);
    if (!LOCAL_PART.matcher(local).matches()
        || SHARED_MAILBOXES.contains(local.toLowerCase(Locale.ROOT))) {
      return;
    }
    Matcher matcher =
        REMOTE_HOST.matcher(text).region(at + 1, Math.min(text.length(), at + MAX_HOST_LENGTH));
    if (matcher.lookingAt()) {
      String host = matcher.group(1);
      if (!PrivateKeys.isComputer("hostname", host) && !host.contains(".")) {
        return;
      }
      add(Kind.COMPUTER, begin, matcher.end(1));
    } else if (matcher.usePattern(MAIL_DOMAIN).lookingAt()
        && isMailDomain(matcher.group(), matcher.group(1).toLowerCase(Locale.ROOT))
        && !isFollowedBy(matcher.end(), "/@=(")
        && !(isFollowedBy(matcher.end(), ":") && !isSpace(matcher.end() + 1))) {
      add(Kind.EMAIL, begin, matcher.end());
    }
  }

  /// Domains have a dot or a colon after at least two characters.
  private boolean isDomainStart(int index) {
    return index + 3 < text.length()
        && Character.isLetterOrDigit(text.charAt(index))
        && text.charAt(index + 1) != '@';
  }

  private static boolean isPathPart(char c) {
    return c == '/' || c == '\\' || c == '@';
  }

  private static boolean isLocalPart(char c) {
    return c < 128 && Character.isLetterOrDigit(c) || "._%+-".indexOf(c) >= 0;
  }

  private static boolean isMailDomain(String domain, String end) {
    return (end.length() == 2 ? !FILE_ENDS.contains(end) : MAIL_ENDS.contains(end))
        && !NUMBERED_DOMAIN.matcher(domain).matches()
        && !SHARED_DOMAIN.matcher(domain).matches();
  }

  private boolean isFollowedBy(int index, String characters) {
    return index < text.length() && characters.indexOf(text.charAt(index)) >= 0;
  }

  private boolean isSpace(int index) {
    return index >= text.length() || Character.isWhitespace(text.charAt(index));
  }

  private void testAddress(int colon) {
    if (!text.startsWith("://", colon)) {
      return;
    }
    Matcher matcher = LOGIN.matcher(text);
    matcher.region(colon + 3, Math.min(text.length(), colon + MAX_HOST_LENGTH));
    if (matcher.lookingAt()) {
      if (!PrivateKeys.isPlaceholder(matcher.group(1))) {
        add(Kind.SECRET, colon + 3, matcher.end(1));
      }
    } else if (matcher.usePattern(LOCAL_HOST).lookingAt()) {
      add(Kind.COMPUTER, matcher.start(1), matcher.end(1));
    }
  }

  /// Tests for a key and its value, such as `api_key=…` or `'password': '…'`.
  private void testSetting(int separator) {
    int end = separator;
    while (end > Math.max(0, separator - 8) && " \"'\\".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int begin = end;
    int least = Math.max(0, end - PrivateKeys.MAX_KEY_LENGTH);
    while (begin > least && isKeyPart(text.charAt(begin - 1))) {
      begin--;
    }
    String key = text.substring(begin, end);
    if (key.length() < 6 || !PrivateKeys.namesSecret(key)) {
      return;
    }
    boolean isCertain = text.charAt(separator) == '=' || key.indexOf('_') > 0 || isQuote(end);
    Matcher matcher = QUOTED_VALUE.matcher(text).region(separator + 1, text.length());
    boolean isPlain = !matcher.lookingAt();
    if (isPlain) {
      matcher.usePattern(PLAIN_VALUE).region(separator + 1, text.length());
    }
    if (!isCertain || isPlain && (!matcher.lookingAt() || isFollowedBy(matcher.end(), "("))) {
      return;
    }
    String value = matcher.group(2);
    boolean isLong =
        !isPlain || PrivateKeys.namesPassword(key) || value.length() >= MIN_PLAIN_TOKEN_LENGTH;
    if (isLong && PrivateKeys.isSecret(key, value)) {
      add(Kind.SECRET, matcher.start(2), matcher.end(2));
    }
  }

  private boolean isQuote(int index) {
    return isFollowedBy(index, "\"'\\");
  }

  private static boolean isKeyPart(char c) {
    return c == '_' || c == '-' || c < 128 && Character.isLetterOrDigit(c);
  }
}
