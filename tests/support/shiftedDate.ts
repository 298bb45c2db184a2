import { shiftDate, shiftMs } from './today.ts'

// Loaded before anything else by every Node of a run of tests, those that tests start among them.
if (shiftMs() !== 0) shiftDate(shiftMs())
