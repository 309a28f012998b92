/** Nothing: what Node itself takes to start. */
if (typeof process === "undefined") throw new Error("this is a program for Node");
