package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesTest {
    @ParameterizedTest
    @CsvSource({
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,4bf92f3577b34da6a3ce929d0e0e4736",
        "80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1,80f198ee56343ba864fe8b2a57d3eff7",
        "80f198ee56343ba864fe8b2a57d3eff7,80f198ee56343ba864fe8b2a57d3eff7",
        "463ac35c9f6413ad48485a3953bb6124,463ac35c9f6413ad48485a3953bb6124",
        "7c51f9d1-6f3e-4c34-9f7e-2f1f0a8f8f00,7c51f9d1-6f3e-4c34-9f7e-2f1f0a8f8f00",
        "00000000000000000000000000000000,''",
        "'has spaces',''",
        "'',''"
    })
    void shouldFindTheIdInWhatWasSeen(String seen, String id) {
        assertThat(Traces.id(seen)).isEqualTo(id);
    }

    @Test
    void shouldFindNoneInAnythingElse() {
        assertThat(Traces.id(null)).isEmpty();
        assertThat(Traces.id(new Object())).isEmpty();
        assertThat(Traces.ofRequest(new Object())).isNull();
        assertThat(Traces.ofRequest(null)).isNull();
    }

    @Test
    void shouldAskARequestForItsHeaders() {
        assertThat(Traces.ofRequest(request(Map.of("b3", "80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1"))))
                .isEqualTo("80f198ee56343ba864fe8b2a57d3eff7");
        assertThat(Traces.ofRequest(request(Map.of("X-B3-TraceId", "463ac35c9f6413ad"))))
                .isEqualTo("463ac35c9f6413ad");
        assertThat(Traces.ofRequest(request(Map.of("Host", "localhost")))).isNull();
    }

    private static Object request(Map<String, String> headers) {
        return Proxy.newProxyInstance(
                TracesTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) ->
                        method.getName().equals("getHeader") ? headers.get((String) arguments[0]) : null);
    }
}
