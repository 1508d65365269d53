package io.straggler.examples.servers.shop;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/**
 * Answers of the shop, in plain text.
 *
 * <ul>
 *   <li>{@code POST /orders?product=17&group=3&quantity=2}: the number of the new order
 *   <li>{@code GET /orders/4711}: its number, product, quantity and price in cents
 *   <li>{@code GET /stock/1}: a line for each product of the category, with what is left and what was sold
 * </ul>
 */
final class ShopHandler extends Handler.Abstract {
    private static final String ORDERS = "/orders";
    private static final String STOCK = "/stock/";

    private final OrderStore store;
    private final PriceList prices;
    private final Journal audit;

    ShopHandler(OrderStore store, PriceList prices, Journal audit) {
        this.store = store;
        this.prices = prices;
        this.audit = audit;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        try {
            answer(request, response, callback);
        } catch (NumberFormatException e) {
            Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400, e.getMessage());
        }
        return true;
    }

    private void answer(Request request, Response response, Callback callback) throws SQLException, IOException {
        String path = Request.getPathInContext(request);
        if (path.equals(ORDERS) && HttpMethod.POST.is(request.getMethod())) {
            place(request, response, callback);
        } else if (path.startsWith(ORDERS + "/")) {
            find(Long.parseLong(path.substring(ORDERS.length() + 1)), request, response, callback);
        } else if (path.startsWith(STOCK)) {
            String lines = store.stock(Integer.parseInt(path.substring(STOCK.length()))).stream()
                    .map(product -> product.line() + "\n")
                    .collect(Collectors.joining());
            Content.Sink.write(response, true, lines, callback);
        } else {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        }
    }

    private void place(Request request, Response response, Callback callback) throws SQLException, IOException {
        Fields fields = Request.extractQueryParameters(request);
        int product = Integer.parseInt(fields.getValue("product"));
        int quantity = Integer.parseInt(fields.getValue("quantity"));
        Long cents = prices.cents(new Offer(product, Integer.parseInt(fields.getValue("group"))));
        if (cents == null) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            return;
        }
        OptionalLong id = store.place(product, quantity, cents);
        if (id.isEmpty()) {
            Response.writeError(request, response, callback, HttpStatus.CONFLICT_409);
            return;
        }
        audit.record(new Order(id.getAsLong(), product, quantity, cents).line());
        response.setStatus(HttpStatus.CREATED_201);
        Content.Sink.write(response, true, Long.toString(id.getAsLong()), callback);
    }

    private void find(long id, Request request, Response response, Callback callback) throws SQLException {
        Optional<Order> order = store.find(id);
        if (order.isPresent()) {
            Content.Sink.write(response, true, order.get().line(), callback);
        } else {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        }
    }
}
