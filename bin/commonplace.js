#!/usr/bin/env node
// The command `commonplace`; without arguments it starts the service. `commonplace help` says what else it does.
import '../scripts/start.js';
