import { handDevice, isApp } from './installed.ts'

/** A browser may begin to read the file long after the press. */
const KEPT_MS = 60_000

/**
 * Hands a file to the browser, which keeps it where downloads go; in an app on an iPhone's home screen, which has no downloads, to the share sheet. Answers false
 * when the person closed that.
 */
export async function saveFile(name: string, content: Blob): Promise<boolean> {
  const file = new File([content], name, { type: content.type })
  if (handDevice() === 'ios' && isApp() && 'share' in navigator && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
      // Refused, as when the press is too long ago
    }
  }
  download(name, content)
  return true
}

function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Hazard: revoked at once, WebKit finds nothing there any more
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
