import type { SeenEvent } from '#domain/event.ts'

/** Octets of a line (RFC 5545 §3.1), without its end. */
const LINE_OCTETS = 75
/** What turns the direction of what follows; calendars show it. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Nothing that somebody wrote can end its line or begin a property. */
function text(value: string): string {
  return value
    .replace(TURNING, '')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

const utc = (time: string | number): string =>
  new Date(time).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

/** Broken where it is too long, between characters, never within one. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > LINE_OCTETS) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** Counts up with each change (RFC 5545 §3.8.7.4), in seconds since an event could first be made here. */
const FIRST_EVENT_MS = Date.UTC(2026, 0)
const sequence = (changedAt: string): number =>
  Math.max(0, Math.floor((Date.parse(changedAt) - FIRST_EVENT_MS) / 1_000))

/** An event for the person's own calendar, as iCalendar (RFC 5545). `address`: of its page; `nowMs`: when the file is made. */
export function calendarFile(event: SeenEvent, address: string, nowMs: number): string {
  const where = event.is_online ? (event.url ?? 'オンライン') : event.place
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mirutomo//Events//JA',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}@mirutomo`,
    `DTSTAMP:${utc(nowMs)}`,
    `LAST-MODIFIED:${utc(event.updated_at)}`,
    `SEQUENCE:${sequence(event.updated_at)}`,
    `DTSTART:${utc(event.starts_at)}`,
    `DTEND:${utc(event.ends_at)}`,
    `SUMMARY:${text(event.title)}`,
    ...(event.description === '' ? [] : [`DESCRIPTION:${text(event.description)}`]),
    `LOCATION:${text(where)}`,
    `URL:${address}`,
    `STATUS:${event.cancelled_at === null ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
