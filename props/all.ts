// All laws, in the order of their cost: what finds most, soonest, comes first.

import "./gradients.prop.ts";
import "./linearity.prop.ts";
import "./captures.prop.ts";
import "./chain-rule.prop.ts";
import "./second-order.prop.ts";
import "./edges.prop.ts";
import "./meanings.prop.ts";
import "./cost.prop.ts";
import "./scalars.prop.ts";
import "./lengths.prop.ts";
import "./calls.prop.ts";
import "./rows.prop.ts";
import "./lists.prop.ts";
import "./parsers.prop.ts";
import "./records.prop.ts";
import "./classes.prop.ts";
import "./closures.prop.ts";
import "./stored-functions.prop.ts";
import "./maps.prop.ts";
import "./pairs.prop.ts";
import "./handlers.prop.ts";
import "./tried-derivatives.prop.ts";
import "./pullbacks.prop.ts";
import "./arrays.prop.ts";
import "./specialised.prop.ts";
import "./bundles.prop.ts";
import "./invariance.prop.ts";
import "./programs.prop.ts";
import "./ir.prop.ts";
import "./contracts.prop.ts";
import "./guarantees.prop.ts";
import "./economy.prop.ts";
import "./equations.prop.ts";
import "./identities.prop.ts";
import "./rules.prop.ts";

export { laws } from "./law.ts";
