package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.DtypeText;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// The largest tensors; pressing one selects it.
final class TensorsCard extends Card {

  TensorsCard(List<TensorRef> tensors, Consumer<TensorRef> select, Messages messages) {
    super("overview-tensors", messages.text("overview.largest-tensors"), messages);
    VBox rows = new VBox(2);
    rows.getStyleClass().add("overview-rows");
    for (int i = 0; i < tensors.size(); i++) {
      Button row = row(tensors.get(i), select);
      row.setId("overview-tensor-" + i);
      rows.getChildren().add(row);
    }
    getChildren().add(rows);
  }

  private Label dtype(TensorInfo info) {
    Label name = DtypeCard.dtypeName(info.dtype());
    Tips.explain(name, new DtypeText(messages()).of(info.dtype()));
    return name;
  }

  private Button row(TensorRef tensor, Consumer<TensorRef> select) {
    TensorInfo info = tensor.info();
    String name =
        info.name().isEmpty()
            ? messages().text("overview.empty-name")
            : DisplayText.of(info.name(), 200);
    long byteCount = Overview.byteCount(tensor);
    VBox texts =
        new VBox(
            2,
            line(elastic(name, name, "mono"), figure(Figures.bytes(byteCount))),
            line(
                dtype(info),
                elastic(
                    messages().shape(info.shape()), messages().shape(info.shape()), "caption")));
    texts.setMinWidth(0);
    Button row = new Button(name, texts);
    row.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    row.getStyleClass().addAll("flat", "overview-row");
    row.setMaxWidth(Double.MAX_VALUE);
    row.setMinWidth(0);
    texts.prefWidthProperty().bind(row.widthProperty().subtract(16));
    row.setAccessibleText(
        "%s, %s, %s".formatted(name, info.dtype(), messages().shape(info.shape())));
    row.setOnAction(_ -> select.accept(tensor));
    return row;
  }
}
