package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.identify.Kind;
import javafx.scene.paint.ImagePattern;
import javafx.scene.shape.Rectangle;
import org.kordamp.ikonli.feather.Feather;

/// The picture of a model, which fills its frame. Without a picture, an icon for the model's kind
/// on a tinted background.
final class ModelPicture extends StackPane {

  private static final double CORNER = 12;

  /// Faces are usually above the middle of a picture.
  private static final double SHARE_ABOVE = 0.3;

  private final Rectangle frame = new Rectangle();
  private final String[] iconStyles;
  private Optional<Image> image = Optional.empty();
  private Optional<LibraryItem> shown = Optional.empty();

  ModelPicture(String... iconStyles) {
    this.iconStyles = iconStyles;
    frame.setArcWidth(CORNER);
    frame.setArcHeight(CORNER);
    frame.setManaged(false);
    setMinSize(0, 0);
    getStyleClass().add("model-picture");
  }

  void show(LibraryItem item, Thumbnails thumbnails) {
    if (shown.filter(it -> it == item).isPresent()) {
      return;
    }
    shown = Optional.of(item);
    show(item.facts().kind());
    item.entry()
        .ifPresent(
            entry ->
                thumbnails.load(
                    entry,
                    loaded -> {
                      // It may show another model by now.
                      if (shown.filter(it -> it == item).isPresent()) {
                        show(loaded);
                      }
                    }));
  }

  void show(Kind kind) {
    image = Optional.empty();
    String group = group(kind);
    getStyleClass().setAll("model-picture", "kind-" + group);
    List<String> styles = new ArrayList<>(List.of(iconStyles));
    styles.add("kind-icon");
    getChildren().setAll(Icons.of(icon(group), styles.toArray(String[]::new)));
  }

  void show(Image newImage) {
    image = Optional.of(newImage);
    getChildren().setAll(frame);
    fill();
  }

  private static String group(Kind kind) {
    return switch (kind) {
      case DORA, LOHA, LOKR, LOCON, LORA, OFT, IA3 -> "adapter";
      case CONTROL_LORA, CONTROLNET, T2I_ADAPTER, IP_ADAPTER -> "control";
      case DIFFUSION_CHECKPOINT, DIFFUSION_MODEL, VAE, UPSCALER -> "image";
      case EMBEDDING -> "embedding";
      case LANGUAGE_MODEL,
          VISION_LANGUAGE_MODEL,
          AUDIO_LANGUAGE_MODEL,
          MULTIMODAL_MODEL,
          ENCODER_DECODER ->
          "language";
      case TEXT_ENCODER, IMAGE_ENCODER, TEXT_IMAGE_ENCODER -> "encoder";
      default -> "other";
    };
  }

  private static Feather icon(String group) {
    return switch (group) {
      case "adapter" -> Feather.SLIDERS;
      case "control" -> Feather.CROSSHAIR;
      case "image" -> Feather.IMAGE;
      case "embedding" -> Feather.TAG;
      case "language" -> Feather.MESSAGE_SQUARE;
      case "encoder" -> Feather.ALIGN_LEFT;
      default -> Feather.BOX;
    };
  }

  @Override
  protected void layoutChildren() {
    super.layoutChildren();
    if (frame.getWidth() != getWidth() || frame.getHeight() != getHeight()) {
      frame.setWidth(getWidth());
      frame.setHeight(getHeight());
      fill();
    }
  }

  /// Scales the picture to cover the frame, cropping it horizontally or vertically.
  private void fill() {
    if (image.isEmpty()) {
      return;
    }
    Image picture = image.get();
    double scale = Math.max(getWidth() / picture.getWidth(), getHeight() / picture.getHeight());
    double width = picture.getWidth() * scale;
    double height = picture.getHeight() * scale;
    double x = (getWidth() - width) / 2;
    double y = (getHeight() - height) * SHARE_ABOVE;
    frame.setFill(new ImagePattern(picture, x, y, width, height, false));
  }
}
