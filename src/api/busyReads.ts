import { createStore } from '#device/store.ts'
import { ApiError } from './apiError.ts'

/** How many reads wait because the server refused them for now, for the frame to say. */
export const retryingReadCountStore = createStore(0)

/** Whether the server refused something for now: 429, or 503 BUSY. */
export const isTemporaryRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 429 || error.key === 'BUSY')
