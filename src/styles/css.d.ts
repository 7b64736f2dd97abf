// The bundler takes stylesheets; they have no value.
declare module '*.css'
