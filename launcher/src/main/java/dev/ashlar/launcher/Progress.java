// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/// Shows on a terminal how far a long task is; does nothing elsewhere. The bar is wiped when the task ends, also by an
/// interrupt.
final class Progress implements AutoCloseable {
    private static final int UPDATE_MILLIS = 100;
    private static final int WIDTH = 79;

    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    /// Starts showing a task of unknown length.
    static Progress of(Console console, String task) {
        return of(console, task, "", -1);
    }

    /// Starts showing a task.
    ///
    /// @param unit what is counted, after the number
    /// @param total how many of it there are, -1 if unknown
    static Progress of(Console console, String task, String unit, long total) {
        if (!console.terminal()) {
            return new Progress(null);
        }
        ProgressBarBuilder builder = new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(unit, 1)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setConsumer(new Line(console.err()));
        if (total < 0) {
            builder.setRenderer((state, width) ->
                    "%s, %d s".formatted(task, state.getElapsedAfterStart().toSeconds()));
        }
        return new Progress(builder.build());
    }

    /// Says how much is done.
    void at(long done, long total) {
        if (bar != null) {
            bar.maxHint(total);
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    /// One line of the terminal that is written over and over.
    private static final class Line implements ProgressBarConsumer {
        private final PrintStream err;
        private final Thread hook = new Thread(this::end);
        private boolean ended;

        Line(PrintStream err) {
            this.err = err;
            Runtime.getRuntime().addShutdownHook(hook);
        }

        @Override
        public int getMaxRenderedLength() {
            return WIDTH;
        }

        @Override
        public synchronized void accept(String text) {
            if (!ended) {
                err.print("\r" + text);
                err.flush();
            }
        }

        @Override
        public void close() {
            end();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException alreadyEnding) {
                return;
            }
        }

        private synchronized void end() {
            ended = true;
            err.print("\r\033[K");
            err.flush();
        }
    }
}
