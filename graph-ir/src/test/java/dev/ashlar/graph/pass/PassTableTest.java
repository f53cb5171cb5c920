// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassTableTest {
    @Test
    void theTableKeepsEveryOrder() {
        assertTrue(PassTable.ORDERS.size() > 5);
        assertEquals(List.of(), PassTable.broken(PassTable.names(), PassTable.ORDERS));
    }

    @Test
    void everyOrderNamesPassesAndAReason() {
        for (PassTable.Order order : PassTable.ORDERS) {
            assertTrue(PassTable.names().containsAll(List.of(order.earlier(), order.later())), order.toString());
            assertFalse(order.reason().isBlank(), order.toString());
        }
    }

    @Test
    void noticesEverySwap() {
        for (PassTable.Order order : PassTable.ORDERS) {
            List<String> swapped = new ArrayList<>(PassTable.names());
            int earlier = swapped.indexOf(order.earlier());
            swapped.set(earlier, order.later());
            swapped.set(PassTable.names().indexOf(order.later()), order.earlier());
            assertTrue(PassTable.broken(swapped, PassTable.ORDERS).contains(order), order.toString());
        }
    }

    @Test
    void stagesNeverGoBack() {
        for (int i = 1; i < PassTable.ROWS.size(); i++) {
            PassTable.Row row = PassTable.ROWS.get(i);
            assertTrue(PassTable.ROWS.get(i - 1).stage().compareTo(row.stage()) <= 0, row.name());
        }
    }
}
