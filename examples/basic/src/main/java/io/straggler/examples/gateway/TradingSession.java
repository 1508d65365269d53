package io.straggler.examples.gateway;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One trading session: the books, the live orders and the ids in use. Starts empty and grows with every order. */
final class TradingSession {
    private final ClientOrderIds ids;
    private final Map<Long, LiveOrder> liveById;
    private final Map<String, OrderBook> books = new HashMap<>();
    private final Ledger ledger = new Ledger();
    private final Validator validator;
    private long lastOrderId;

    /** @param expectedOrders how many orders there is room for before anything has to grow */
    TradingSession(List<Instrument> instruments, int expectedOrders) {
        ids = new ClientOrderIds(expectedOrders);
        liveById = new HashMap<>(expectedOrders);
        validator = new Validator(instruments, ids);
        for (Instrument instrument : instruments) {
            books.put(instrument.symbol(), new OrderBook());
        }
    }

    /** Carries a request out. The first report answers it; then comes one for each order in the book that it traded with. */
    List<ExecutionReport> apply(OrderRequest request) {
        if (request instanceof OrderRequest.New order) {
            return enter(order);
        }
        if (request instanceof OrderRequest.Cancel cancel) {
            return cancel(cancel);
        }
        if (request instanceof OrderRequest.Amend amend) {
            return amend(amend);
        }
        String problem = ((OrderRequest.Unreadable) request).problem();
        return rejected(request, RejectReason.UNREADABLE, problem);
    }

    private List<ExecutionReport> enter(OrderRequest.New request) {
        Optional<RejectReason> refused = validator.check(request);
        if (refused.isPresent()) {
            return rejected(request, refused.get(), "");
        }
        LiveOrder order = new LiveOrder(++lastOrderId, request);
        ids.add(request.clientOrderId(), order.orderId());
        liveById.put(order.orderId(), order);
        ledger.entered(request.quantity());
        List<Fill> fills = books.get(order.symbol()).enter(order);
        return settled(order, ExecutionReport.Status.NEW, fills);
    }

    private List<ExecutionReport> cancel(OrderRequest.Cancel request) {
        Optional<RejectReason> refused = validator.check(request);
        if (refused.isPresent()) {
            return rejected(request, refused.get(), "");
        }
        LiveOrder order = live(request.originalClientOrderId());
        if (order == null) {
            return rejected(request, RejectReason.UNKNOWN_ORDER, "");
        }
        ids.add(request.clientOrderId(), order.orderId());
        books.get(order.symbol()).remove(order);
        liveById.remove(order.orderId());
        ledger.cancelled(order.openQuantity());
        return List.of(ExecutionReport.of(order, ExecutionReport.Status.CANCELLED));
    }

    private List<ExecutionReport> amend(OrderRequest.Amend request) {
        LiveOrder order = live(request.originalClientOrderId());
        if (order == null) {
            return rejected(request, RejectReason.UNKNOWN_ORDER, "");
        }
        Optional<RejectReason> refused = validator.check(request, order);
        if (refused.isPresent()) {
            return rejected(request, refused.get(), "");
        }
        ids.add(request.clientOrderId(), order.orderId());
        long more = request.quantity() - order.filledQuantity() - order.openQuantity();
        ledger.entered(Math.max(0, more));
        ledger.cancelled(Math.max(0, -more));
        List<Fill> fills = books.get(order.symbol()).amend(order, request.quantity(), request.priceTicks());
        return settled(order, ExecutionReport.Status.REPLACED, fills);
    }

    private List<ExecutionReport> settled(LiveOrder order, ExecutionReport.Status untraded, List<Fill> fills) {
        if (fills.isEmpty()) {
            return List.of(ExecutionReport.of(order, untraded));
        }
        List<ExecutionReport> reports = new ArrayList<>(fills.size() + 1);
        long traded = fills.stream().mapToLong(Fill::quantity).sum();
        long lastTicks = fills.get(fills.size() - 1).priceTicks();
        ledger.traded(traded);
        reports.add(ExecutionReport.traded(order, traded, lastTicks, order.openQuantity()));
        for (Fill fill : fills) {
            reports.add(
                    ExecutionReport.traded(fill.maker(), fill.quantity(), fill.priceTicks(), fill.makerOpenQuantity()));
            if (fill.makerOpenQuantity() == 0) {
                liveById.remove(fill.maker().orderId());
            }
        }
        if (order.openQuantity() == 0) {
            liveById.remove(order.orderId());
        }
        return reports;
    }

    private LiveOrder live(String clientOrderId) {
        OptionalLong orderId = ids.orderId(clientOrderId);
        return orderId.isPresent() ? liveById.get(orderId.getAsLong()) : null;
    }

    private static List<ExecutionReport> rejected(OrderRequest request, RejectReason why, String detail) {
        return List.of(ExecutionReport.rejected(request.clientOrderId(), why, detail));
    }

    Ledger ledger() {
        return ledger;
    }

    int liveOrders() {
        return liveById.size();
    }

    int usedIds() {
        return ids.size();
    }

    /** Open in the books, counted order by order. */
    long openQuantity() {
        return books.values().stream().mapToLong(OrderBook::openQuantity).sum();
    }
}
