import { classNames } from './class-names.ts'

/** Stands where content will come, in its shape: give size and radius by classes. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block animate-pulse rounded-md bg-sunken', className)} />
  )
}

/** Wraps the skeletons of one region and tells screen readers that it is loading. */
export function Loading({
  label = '読み込み中...',
  children,
}: {
  label?: string
  children: React.ReactNode
}) {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      {children}
    </div>
  )
}
