/** The package and nothing else. */
import "zeroth";
