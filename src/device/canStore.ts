/** Whether a text that is stored here outlives the page: not in windows that keep nothing. */
export function isLocalStorageUsable(): boolean {
  try {
    localStorage.setItem('probe', '')
    localStorage.removeItem('probe')
    return true
  } catch {
    return false
  }
}
