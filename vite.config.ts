import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { port: Number(process.env['PORT'] ?? 3000), strictPort: true },
  build: {
    target: 'es2023',
    sourcemap: true,
    // The worker precaches by these names; the manifest lists which chunk belongs to which module.
    manifest: true,
    modulePreload: { polyfill: false },
  },
})
