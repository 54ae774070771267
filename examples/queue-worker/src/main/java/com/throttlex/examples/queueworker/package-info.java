/** A worker that drains an overflow queue over HTTP. Start with {@link MailWorker}. */
@NullMarked
package com.throttlex.examples.queueworker;

import org.jspecify.annotations.NullMarked;
