/** Tests of the packages: what is in them, and that they run. */
@org.jspecify.annotations.NullMarked
package com.throttlex.dist;
