import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'

type State = { failed: false } | { failed: true; error: unknown }

/** The last resort: whatever breaks outside a screen ends here, with a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main className="page py-10">
        <ErrorNotice error={this.state.error} />
      </main>
    )
  }
}
