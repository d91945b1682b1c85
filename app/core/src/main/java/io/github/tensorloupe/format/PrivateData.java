package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Finds secrets and personal data in metadata: access tokens, passwords, e-mail addresses, users
/// in paths, and names of computers. Recognizes them by their form and by keys, also by keys of
/// embedded JSON. Not thread-safe.
///
/// An instance searches the entries of one file and limits its work; see [#isExhausted()].
public final class PrivateData {

  public enum Kind {
    /// Access tokens, passwords and private keys.
    SECRET("The metadata contains access tokens, keys or passwords, which readers can use: {0}."),
    EMAIL("The metadata contains e-mail addresses: {0}."),
    USER("The metadata contains paths with names of users: {0}."),
    COMPUTER("The metadata contains names or addresses of computers: {0}.");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }
  }

  /// A private part of a value.
  ///
  /// @param begin the index of its first character
  /// @param end its exclusive end index
  public record Match(Kind kind, int begin, int end) {

    public boolean isWhole(String value) {
      return begin == 0 && end == value.length();
    }
  }

  /// The form of private data.
  ///
  /// @param anchor a constant part of each match, which is searched first
  /// @param pattern matches around the anchor; group 1 is the private part
  private record Form(Kind kind, String anchor, Pattern pattern) {

    static Form of(Kind kind, String anchor, String pattern) {
      return new Form(kind, anchor, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE));
    }

    static Form token(String prefix, String rest) {
      return of(Kind.SECRET, prefix, "(?<![a-z0-9])(" + prefix + rest + ")");
    }

    static Form setting(String anchor, String key) {
      return of(
          Kind.SECRET,
          anchor,
          key + "\\\\?\"?\\s{0,8}[:=]\\s{0,8}\\\\?[\"']([^\"'\\\\\\s]{8,400})\\\\?[\"']");
    }
  }

  private static final String SEGMENT = "([^/\\\\\\s\"'<>|:*?,;(){}\\[\\]]{1,64})";
  private static final String TOKEN_KEY =
      "(?:hf|hub|huggingface|api|auth|access|wandb|github|civitai)[_-]?token";
  private static final String KEY_KEY = "(?:api|secret|access|private)[_-]?key";

  /// Source of the prefixes of tokens: the documentation of the services.
  private static final List<Form> FORMS =
      List.of(
          Form.token("hf_", "[a-z0-9]{30,64}"),
          Form.token("ghp_", "[a-z0-9]{30,64}"),
          Form.token("gho_", "[a-z0-9]{30,64}"),
          Form.token("ghs_", "[a-z0-9]{30,64}"),
          Form.token("github_pat_", "\\w{30,100}"),
          Form.token("glpat-", "[\\w-]{20,64}"),
          Form.token("sk-", "[\\w-]{20,200}"),
          Form.token("r8_", "[a-z0-9]{30,64}"),
          Form.token("akia", "[a-z0-9]{16}(?![a-z0-9])"),
          Form.token("aiza", "[\\w-]{35}"),
          Form.token("xoxb-", "[\\w-]{20,200}"),
          Form.token("xoxp-", "[\\w-]{20,200}"),
          Form.of(Kind.SECRET, "://", "://([^/\\s:@\"']{1,64}:[^/\\s:@\"']{1,128})@"),
          Form.of(Kind.SECRET, "-----begin", "(-----begin [a-z ]{0,40}private key-----)"),
          Form.setting("token", TOKEN_KEY),
          Form.setting("key", KEY_KEY),
          Form.setting("password", "password"),
          Form.setting("secret", "secret"),
          Form.of(
              Kind.EMAIL,
              "@",
              "(?<![\\w.%+-])([\\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,24})(?![\\w-])"),
          Form.of(Kind.COMPUTER, "@", "(?<![\\w.-])[\\w.-]{1,64}@([a-z][\\w-]{1,62}):[/~]"),
          Form.of(
              Kind.COMPUTER,
              "://",
              "://((?:(?:10|127|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))(?:\\.\\d{1,3}){2,3}"
                  + "|[\\w-]{1,63}\\.(?:local|lan|internal|corp|intranet))(?![\\w.]))"),
          Form.of(Kind.USER, "/home/", "/home/" + SEGMENT),
          Form.of(Kind.USER, "/media/", "(?<![\\w.-])/media/" + SEGMENT + "/"),
          Form.of(Kind.USER, "users", "[:/](?:\\\\{1,4}|/)?users(?:/|\\\\{1,4})" + SEGMENT));

  private static final Pattern SECRET_KEY =
      Pattern.compile(
          "(?:" + TOKEN_KEY + "|" + KEY_KEY + "|password|passwd|secret|credentials?)$",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern SECRET_VALUE = Pattern.compile("[^\\s{\\[]{8,400}");

  private static final Pattern COMPUTER_KEY =
      Pattern.compile(
          "(?:^|[._-])(?:host|host_?name|computer_?name|machine_?name|node_?name)$",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern COMPUTER_VALUE =
      Pattern.compile("(?!localhost$|127\\.|0\\.0\\.0\\.0$|none$|null$)(?=.*\\w)[\\w.-]{2,253}");

  /// Common names of accounts, which identify no user.
  private static final Set<String> SHARED_USERS =
      Set.of(
          ("user username ubuntu debian centos runner jovyan root public shared default admin"
                  + " administrator guest ec2-user azureuser sagemaker-user jenkins docker coder"
                  + " vscode codespace opc app node worker you your_name yourname name $user"
                  + " %username% ~ . .. ***")
              .split(" "));

  private static final String MASK = "***";
  private static final int BEFORE = 64;
  private static final int AFTER = 512;
  private static final int MAX_KEY_LENGTH = 200;
  private static final int MAX_TRIES = 200_000;

  private static final List<List<Form>> BY_FIRST_CHARACTER =
      IntStream.range(0, 128)
          .mapToObj(first -> FORMS.stream().filter(form -> form.anchor.charAt(0) == first).toList())
          .toList();

  private int tries;

  /// Returns true if the limit was reached; the rest of the metadata was not searched.
  public boolean isExhausted() {
    return tries >= MAX_TRIES;
  }

  /// Returns the private parts of a value, in order and disjoint.
  public List<Match> of(String key, String value) {
    if (key.length() <= MAX_KEY_LENGTH && !value.isEmpty()) {
      if (SECRET_KEY.matcher(key).find() && SECRET_VALUE.matcher(value).matches()) {
        return List.of(new Match(Kind.SECRET, 0, value.length()));
      }
      if (COMPUTER_KEY.matcher(key).find() && COMPUTER_VALUE.matcher(value).matches()) {
        return List.of(new Match(Kind.COMPUTER, 0, value.length()));
      }
    }
    List<Match> matches = new ArrayList<>();
    int end = 0;
    for (int i = 0; i < value.length() && !isExhausted(); i++) {
      int lower =
          value.charAt(i) >= 'A' && value.charAt(i) <= 'Z' ? value.charAt(i) + 32 : value.charAt(i);
      if (lower < BY_FIRST_CHARACTER.size()) {
        for (Form form : BY_FIRST_CHARACTER.get(lower)) {
          Optional<Match> match = match(form, value, i, end);
          if (match.isPresent()) {
            matches.add(match.get());
            end = match.get().end;
            i = Math.max(i, end - 1);
            break;
          }
        }
      }
    }
    return matches;
  }

  /// @param begin the index of the first character that may be part of a match
  private Optional<Match> match(Form form, String value, int anchor, int begin) {
    if (!value.regionMatches(true, anchor, form.anchor, 0, form.anchor.length())) {
      return Optional.empty();
    }
    tries++;
    Matcher matcher =
        form.pattern
            .matcher(value)
            .region(Math.max(begin, anchor - BEFORE), Math.min(value.length(), anchor + AFTER))
            .useTransparentBounds(true)
            .useAnchoringBounds(false);
    while (matcher.find() && matcher.start() <= anchor) {
      boolean isShared =
          form.kind == Kind.USER
              && SHARED_USERS.contains(matcher.group(1).toLowerCase(Locale.ROOT));
      if (matcher.end() > anchor && !isShared) {
        return Optional.of(new Match(form.kind, matcher.start(1), matcher.end(1)));
      }
    }
    return Optional.empty();
  }

  /// Returns the value with asterisks instead of its private parts.
  public static String masked(String value, List<Match> matches) {
    StringBuilder masked = new StringBuilder();
    int end = 0;
    for (Match match : matches) {
      masked.append(value, end, match.begin).append(MASK);
      end = match.end;
    }
    return masked.append(value, end, value.length()).toString();
  }

  /// Returns a finding for each kind of private data. The findings contain keys only.
  static List<Finding> findings(Metadata metadata) {
    PrivateData search = new PrivateData();
    Map<Kind, SequencedSet<String>> keys = new EnumMap<>(Kind.class);
    metadata
        .entries()
        .forEach(
            (key, value) -> {
              for (Match match : search.of(key, value)) {
                keys.computeIfAbsent(match.kind, _ -> new LinkedHashSet<>()).add(key);
              }
            });
    List<Finding> findings = new ArrayList<>();
    keys.forEach(
        (kind, found) ->
            findings.add(
                Finding.of(
                    FindingCode.METADATA_SECRET,
                    Sentence.of(kind.sentence, DisplayText.ofAll(found)))));
    return findings;
  }
}
