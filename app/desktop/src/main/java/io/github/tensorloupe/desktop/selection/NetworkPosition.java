package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.FlattenedNames;
import io.github.tensorloupe.model.NaturalOrder;

/// The position of a module in its network, derived from its name. Positions follow the data flow:
/// text encoders, layers before the blocks, down, middle and up blocks, and layers after the
/// blocks.
///
/// @param stage the name before the block number, without the prefixes of wrappers and trainers
/// @param block the first number in the name, if any
/// @param inside the name after the block number
public record NetworkPosition(String stage, OptionalInt block, String inside)
    implements Comparable<NetworkPosition> {

  /// The parts of a network in order, with words that identify their stages.
  private enum Part {
    TEXT_ENCODER("text_encoder", "text_model", "te1.", "te2.", "te3."),
    DOWN("down_blocks", "input_blocks", "double", "encoder"),
    MIDDLE("mid_block", "middle_block"),
    UP("up_blocks", "output_blocks", "single", "decoder");

    private final List<String> words;

    Part(String... words) {
      this.words = List.of(words);
    }
  }

  /// The part of stages without such a word: their blocks are sorted like down blocks.
  private static final int DEFAULT_PART = Part.DOWN.ordinal();

  private static final Pattern NUMBER = Pattern.compile("[._:](\\d{1,6})(?=[._:]|$)");
  private static final Pattern MIDDLE =
      Pattern.compile("(.*?mid(?:dle)?_block)[._](.*+)", Pattern.DOTALL);
  private static final Pattern LAST =
      Pattern.compile("(^|[._])(norm_out|proj_out|conv_out|out|final\\w{0,60}|lm_head)$");
  private static final Pattern PREFIX =
      Pattern.compile(
          "^(?:base_model\\.model\\.|diffusion_model\\.|transformer\\.(?!h\\.)|unet\\.|model\\.)++"
              + "|^(?:lora_unet\\.|lora_transformer\\.|lycoris\\.|oft_unet\\.|lora_(?=te))");

  public static NetworkPosition of(AdapterModule module) {
    String name = PREFIX.matcher(FlattenedNames.dotted(module.name())).replaceFirst("");
    Matcher middle = MIDDLE.matcher(name);
    if (middle.matches()) {
      return new NetworkPosition(middle.group(1), OptionalInt.empty(), middle.group(2));
    }
    Matcher number = NUMBER.matcher(name);
    return number.find()
        ? new NetworkPosition(
            name.substring(0, number.start()),
            OptionalInt.of(Integer.parseInt(number.group(1))),
            name.substring(number.end()))
        : new NetworkPosition(name, OptionalInt.empty(), "");
  }

  /// Returns the modules in network order.
  public static List<MeasuredModule> inOrder(List<MeasuredModule> modules) {
    return modules.stream().sorted(Comparator.comparing(each -> of(each.module()))).toList();
  }

  /// Returns labels for the first item of each stage and block, by index. A label consists of the
  /// stage, if it changes, and the number of the block.
  public static <T> SortedMap<Integer, String> labels(
      List<T> inOrder, Function<T, NetworkPosition> positionOf) {
    SortedMap<Integer, String> labels = new TreeMap<>();
    NetworkPosition before = new NetworkPosition("", OptionalInt.empty(), "");
    for (int i = 0; i < inOrder.size(); i++) {
      NetworkPosition position = positionOf.apply(inOrder.get(i));
      String stage = position.stage.equals(before.stage) ? "" : DisplayText.of(position.stage);
      if (!stage.isEmpty() || !position.block.equals(before.block)) {
        String block =
            position.block.isPresent() ? Integer.toString(position.block.getAsInt()) : "";
        labels.put(i, (stage + " " + block).strip());
      }
      before = position;
    }
    return labels;
  }

  @Override
  public int compareTo(NetworkPosition other) {
    return Comparator.comparingInt(NetworkPosition::part)
        .thenComparing(position -> position.stage, NaturalOrder.INSTANCE)
        .thenComparingInt(position -> position.block.orElse(-1))
        .thenComparing(position -> position.inside, NaturalOrder.INSTANCE)
        .compare(this, other);
  }

  private int part() {
    OptionalInt named =
        Stream.of(Part.values())
            .filter(part -> part.words.stream().anyMatch(stage::contains))
            .mapToInt(Part::ordinal)
            .findFirst();
    if (named.isPresent()) {
      return 2 * named.getAsInt() + 1;
    }
    if (block.isPresent()) {
      return 2 * DEFAULT_PART + 1;
    }
    return LAST.matcher(stage).find() ? 2 * Part.values().length : 2 * DEFAULT_PART;
  }
}
