/** Tests of the packages: their content, and that they run. */
@org.jspecify.annotations.NullMarked
package com.throttlex.dist;
