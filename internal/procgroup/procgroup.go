// Package procgroup signals a program together with the programs that it started: runners such as
// npx, uvx and shells start a server as their child. Outside of Unix it signals the program only;
// its children see that their input ends.
package procgroup
