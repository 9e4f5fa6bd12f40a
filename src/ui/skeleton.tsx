import { useEffect } from 'react'
import { beginWait } from '#platform/waits.ts'
import { classNames } from './class-names.ts'

/** A region pulses as a whole: to the browser each thing that moves is a layer of its own, and a screen may have a hundred skeletons. */
export const pulseClass = 'animate-pulse in-[.animate-pulse]:animate-none'

/** Stands where content will come, in its shape: give size and radius by classes. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block rounded-md bg-sunken', pulseClass, className)} />
  )
}

type LoadingProps = {
  label?: string
  /** Something in it is no skeleton, and does not pulse. */
  holdsMore?: boolean
  children: React.ReactNode
}

/** Wraps the skeletons of one region and tells screen readers that it is loading; the frame says when that takes long. */
export function Loading({ label = '読み込み中...', holdsMore = false, children }: LoadingProps) {
  useEffect(beginWait, [])
  return (
    <div aria-busy="true" className={holdsMore ? undefined : pulseClass}>
      <span role="status" className="sr-only">
        {label}
      </span>
      {children}
    </div>
  )
}
